'use client';

import type { GiftField } from '@/lib/shop/rules/gift';
import { Field, TextAreaField } from '../ui/field';
import { HiddenFields } from '../ui/hidden-fields';
import { SubmitButton } from '../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../ui/typed-form';

/** The values by the names of the fields; `emailSeen`: about this address the customer was asked. */
export type GiftFormState = FormState<Readonly<Record<GiftField | 'emailSeen', string>>, GiftField>;
export type ChangeGift = FormAction<GiftFormState>;

interface GiftFormProps {
  readonly change: ChangeGift;
  readonly about: Readonly<Record<'checkoutId', string>>;
  readonly values: GiftFormState['values'];
  /** Open before anything was typed. */
  readonly isOpen: boolean;
  /** On which days it can be sent; null: on one day only, so nothing is to be chosen. */
  readonly days: { readonly first: string; readonly last: string } | null;
  readonly words: Readonly<
    Record<GiftField | 'change' | 'messageHint' | 'dateHint' | 'optional' | 'save', string>
  >;
}

/** To whom a booking is given, with which message, and when. */
export function GiftForm({ change, about, values: first, isOpen, days, words }: GiftFormProps) {
  return (
    <TypedForm action={change} about={about} values={first}>
      {(values, errorOf) => {
        const of = (name: GiftField) => ({
          name,
          id: `gift-${name}`,
          label: words[name],
          defaultValue: values[name],
          error: errorOf(name),
        });
        return (
          // Open when it is shown again, also without scripts.
          <details open={isOpen || values !== first}>
            <summary className="inline-flex min-h-target cursor-pointer items-center font-semibold underline">
              {words.change}
            </summary>
            <div className="space-y-4 pt-2">
              <HiddenFields emailSeen={values.emailSeen} />
              <Field {...of('name')} autoComplete="off" />
              <Field {...of('email')} type="email" autoComplete="off" spellCheck={false} />
              <TextAreaField {...of('message')} rows={4} hint={words.messageHint} optional={words.optional} />
              {days === null ? null : (
                <Field
                  {...of('date')}
                  type="date"
                  min={days.first}
                  max={days.last}
                  hint={words.dateHint}
                  optional={words.optional}
                />
              )}
              <SubmitButton variant="secondary" className="w-full">
                {words.save}
              </SubmitButton>
            </div>
          </details>
        );
      }}
    </TypedForm>
  );
}
