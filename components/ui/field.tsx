import type { ComponentProps, ReactNode } from 'react';

export const controlClass =
  'block w-full min-h-target rounded border border-edge bg-paper px-3 py-2 font-sans text-base text-ink ' +
  'aria-[invalid=true]:border-2 aria-[invalid=true]:border-bad';

interface FieldProps {
  /** Also the id of the control, unless that has one of its own. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown behind the label of a field that may be left empty. */
  optional?: string;
}

function FieldFrame({
  id,
  label,
  hint,
  error,
  optional,
  children,
}: Omit<FieldProps, 'name'> & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="block pb-1 font-bold">
        {label}
        {optional === undefined ? null : <span className="font-normal text-ink-soft"> ({optional})</span>}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="pb-2 text-small text-ink-soft">
          {hint}
        </p>
      )}
      {children}
      {error === undefined ? null : (
        <p id={`${id}-error`} className="pt-2 text-small font-bold text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  const ids = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].filter(
    Boolean,
  );
  return ids.length === 0 ? undefined : ids.join(' ');
}

/** A labelled text control with its hint and its error. */
export function Field({
  label,
  hint,
  error,
  optional,
  className = '',
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, 'name'>) {
  const id = input.id ?? input.name;
  const frame = { id, label, hint, ...(optional === undefined ? {} : { optional }), error };
  return (
    <FieldFrame {...frame}>
      <input
        {...input}
        id={id}
        className={`${controlClass} ${className}`}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy(id, hint, error)}
      />
    </FieldFrame>
  );
}

/** A labelled native list to choose from; options as children. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  className = '',
  ...select
}: FieldProps & Omit<ComponentProps<'select'>, 'name'>) {
  const id = select.id ?? select.name;
  const frame = { id, label, hint, ...(optional === undefined ? {} : { optional }), error };
  return (
    <FieldFrame {...frame}>
      <select
        {...select}
        id={id}
        className={`${controlClass} ${className}`}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy(id, hint, error)}
      />
    </FieldFrame>
  );
}
