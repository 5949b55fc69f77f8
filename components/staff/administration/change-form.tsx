'use client';

import { Field } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';
import { ConfirmBox } from '../ui/confirm-box';

type ChangeField = 'capacity' | 'amount' | 'from' | 'reason';
export type ChangeState = FormState<Readonly<Record<ChangeField, string>>, ChangeField | 'confirmed'>;

interface ChangeFormProps {
  readonly change: FormAction<ChangeState>;
  /** What the form changes. */
  readonly about: Readonly<Record<string, string>>;
  readonly fields: readonly {
    readonly name: ChangeField;
    readonly label: string;
    readonly hint: string;
    readonly type?: 'date';
    readonly inputMode?: 'numeric' | 'decimal';
    readonly min?: string;
  }[];
  readonly values: ChangeState['values'];
  readonly words: { readonly confirm: string; readonly button: string };
}

/** One change of a catalogue. */
export function ChangeForm({ change, about, fields, values, words }: ChangeFormProps) {
  return (
    <TypedForm action={change} about={about} values={values}>
      {(typed, errorOf) => (
        <>
          {fields.map(({ name, ...field }) => (
            <Field
              key={name}
              {...field}
              name={name}
              required
              autoComplete="off"
              maxLength={name === 'reason' ? 500 : 20}
              defaultValue={typed[name]}
              error={errorOf(name)}
            />
          ))}
          <ConfirmBox label={words.confirm} error={errorOf('confirmed')} />
          <SubmitButton>{words.button}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}
