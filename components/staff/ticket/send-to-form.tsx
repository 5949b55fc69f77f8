import { Field } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';

interface SendToFormProps {
  readonly checkoutId: string;
  /** Of the field, as the action reads it. */
  readonly name: string;
  readonly email: string;
  readonly words: Readonly<Record<'label' | 'button', string>>;
  /** Missing: the address was not wrong. */
  readonly error: string | undefined;
  readonly action: (form: FormData) => Promise<void>;
}

/** Sends something of an order to an address, which the action checks in the same way for browsers with and without scripts. */
export function SendToForm({ checkoutId, name, email, words, error, action }: SendToFormProps) {
  return (
    <form action={action} noValidate className="flex flex-wrap items-end gap-3">
      <HiddenFields checkoutId={checkoutId} />
      <Field
        name={name}
        type="email"
        autoComplete="off"
        label={words.label}
        error={error}
        defaultValue={email}
        required
      />
      <SubmitButton variant="secondary">{words.button}</SubmitButton>
    </form>
  );
}
