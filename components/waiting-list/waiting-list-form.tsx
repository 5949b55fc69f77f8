'use client';

import { Field, SelectField } from '../ui/field';
import { SubmitButton } from '../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../ui/typed-form';

/** The values by the names of the fields. */
export type WaitingFormState = FormState<Readonly<Record<string, string>>>;

export interface WaitingTicket {
  /** The name of the field. */
  readonly name: string;
  readonly label: string;
  readonly sessions: readonly { readonly id: string; readonly label: string }[];
}

interface WaitingListFormProps {
  readonly join: FormAction<WaitingFormState>;
  readonly about: Readonly<Record<'catalogId' | 'offerId', string>>;
  readonly tickets: readonly WaitingTicket[];
  /** What was chosen before. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly most: number;
  readonly words: Readonly<Record<'choose' | 'quantity' | 'email' | 'button' | 'privacy', string>>;
}

export function WaitingListForm({ join, about, tickets, chosen, most, words }: WaitingListFormProps) {
  // The offer's own form has fields of the same names.
  const idOf = (field: string) => `waiting-${field}`;
  return (
    <TypedForm action={join} about={about} values={chosen}>
      {(values, errorOf) => (
        <>
          {tickets.map(({ name, label, sessions }) => (
            <SelectField
              key={name}
              id={idOf(name)}
              name={name}
              label={label}
              error={errorOf(name)}
              defaultValue={values[name] ?? ''}
            >
              <option value="">{words.choose}</option>
              {sessions.map((session) => (
                <option key={session.id} value={session.id}>
                  {session.label}
                </option>
              ))}
            </SelectField>
          ))}
          <Field
            id={idOf('quantity')}
            name="quantity"
            type="number"
            inputMode="numeric"
            min={1}
            max={most}
            label={words.quantity}
            error={errorOf('quantity')}
            defaultValue={values['quantity'] ?? '1'}
            className="max-w-28"
          />
          <Field
            id={idOf('email')}
            name="email"
            type="email"
            label={words.email}
            hint={words.privacy}
            error={errorOf('email')}
            defaultValue={values['email'] ?? ''}
            autoComplete="email"
            spellCheck={false}
          />
          <SubmitButton>{words.button}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}
