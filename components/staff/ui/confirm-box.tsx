import { describedBy, FieldError } from '../../ui/field';

interface ConfirmBoxProps {
  readonly label: string;
  readonly name?: string;
  readonly error?: string | undefined;
}

/** It works without scripts, and a single click is not enough to send its form. */
export function ConfirmBox({ label, name = 'confirmed', error }: ConfirmBoxProps) {
  return (
    <div>
      <label className="flex min-h-target items-center gap-3">
        <input
          type="checkbox"
          name={name}
          value="yes"
          required
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy(name, { error })}
          className="size-5"
        />
        {label}
      </label>
      <FieldError id={name} error={error} />
    </div>
  );
}
