'use client';

import { longestList } from '@/lib/shop/values/guest-values';
import type { GuestField, TypedGuests } from '@/lib/storefront/staff/guest-list/guest-form';
import { Field, SelectField, TextAreaField } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';

export type GuestFormState = FormState<TypedGuests, GuestField>;

interface Choice {
  readonly value: string;
  readonly name: string;
}

interface GuestFormProps {
  readonly read: FormAction<GuestFormState>;
  readonly about: Readonly<Record<'listId' | 'catalogId' | 'eventId' | 'visit', string>>;
  readonly values: TypedGuests;
  readonly words: Readonly<Record<GuestField | 'namesHint' | 'reasonHint' | 'read', string>>;
  readonly offers: readonly Choice[];
  readonly languages: readonly Choice[];
}

/** Who gets tickets for free; what was read is shown before anything is made. */
export function GuestForm({ read, about, values: first, words, offers, languages }: GuestFormProps) {
  return (
    <TypedForm action={read} about={about} values={first}>
      {(values, errorOf) => (
        <>
          <TextAreaField
            name="names"
            rows={12}
            label={words.names}
            hint={words.namesHint}
            defaultValue={values.names}
            error={errorOf('names')}
            maxLength={longestList}
            required
            spellCheck={false}
          />
          <Choices
            name="offer"
            label={words.offer}
            choices={offers}
            chosen={values.offer}
            error={errorOf('offer')}
          />
          <Choices
            name="speaks"
            label={words.speaks}
            choices={languages}
            chosen={values.speaks}
            error={errorOf('speaks')}
          />
          <Field
            name="reason"
            label={words.reason}
            hint={words.reasonHint}
            defaultValue={values.reason}
            error={errorOf('reason')}
            maxLength={500}
            required
          />
          <SubmitButton>{words.read}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}

interface ChoicesProps {
  readonly name: GuestField;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: string;
  readonly error: string | undefined;
}

function Choices({ choices, chosen, ...field }: ChoicesProps) {
  return (
    <SelectField {...field} defaultValue={chosen}>
      {choices.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
