import type { ComponentProps, ReactNode } from 'react';

export const controlClass =
  'block w-full min-w-0 min-h-target rounded border border-edge bg-paper px-3 py-2 font-sans text-base text-ink ' +
  'aria-[invalid=true]:border-2 aria-[invalid=true]:border-bad';

interface FieldProps {
  /** Also the ID of the control, unless it has one of its own. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: string | undefined;
}

interface FrameProps extends Omit<FieldProps, 'name'> {
  id: string;
  children: ReactNode;
}

/** The label, the hint and the error around a control with this ID. */
export function FieldFrame({ id, label, hint, error, optional, children }: FrameProps) {
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
      <FieldError id={id} error={error} />
    </div>
  );
}

/** What is wrong with the control, or the group of controls, that `describedBy` leads here. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p id={`${id}-error`} className="pt-2 text-small font-bold text-bad">
      {error}
    </p>
  );
}

/** The IDs of the hint and the error of a control, if it has them. */
export function describedBy(
  id: string,
  { hint, error }: Pick<FieldProps, 'hint' | 'error'>,
): string | undefined {
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return described.length === 0 ? undefined : described.join(' ');
}

function controlProps(id: string, field: FieldProps, className: string) {
  return {
    id,
    className: `${controlClass} ${className}`,
    'aria-invalid': field.error === undefined ? undefined : true,
    'aria-describedby': describedBy(id, field),
  };
}

export function Field(props: FieldProps & Omit<ComponentProps<'input'>, 'name'>) {
  const { label, hint, error, optional, className = '', ...input } = props;
  const id = input.id ?? input.name;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      <input {...input} {...controlProps(id, props, className)} />
    </FieldFrame>
  );
}

export function SelectField(props: FieldProps & Omit<ComponentProps<'select'>, 'name'>) {
  const { label, hint, error, optional, className = '', ...select } = props;
  const id = select.id ?? select.name;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      <select {...select} {...controlProps(id, props, className)} />
    </FieldFrame>
  );
}

export function TextAreaField(props: FieldProps & Omit<ComponentProps<'textarea'>, 'name'>) {
  const { label, hint, error, optional, className = '', ...input } = props;
  const id = input.id ?? input.name;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      <textarea {...input} {...controlProps(id, props, className)} />
    </FieldFrame>
  );
}
