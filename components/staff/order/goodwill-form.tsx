'use client';

import { Field } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';

type GoodwillField = 'amount' | 'reason';
export type GoodwillFormState = FormState<Readonly<Record<GoodwillField, string>>, GoodwillField>;
export type GiveBack = FormAction<GoodwillFormState>;

interface GoodwillFormProps {
  readonly giveBack: GiveBack;
  readonly about: Readonly<Record<'checkoutId' | 'refundId', string>>;
  readonly words: Readonly<
    Record<'title' | 'hint' | 'amount' | 'most' | 'reason' | 'reasonHint' | 'submit', string>
  >;
}

const nothingTyped = { amount: '', reason: '' };

/** Staff give back a part of what was paid; the tickets stay valid. */
export function GoodwillForm({ giveBack, about, words }: GoodwillFormProps) {
  return (
    <TypedForm action={giveBack} about={about} values={nothingTyped}>
      {(values, errorOf) => (
        // Open when it is shown again, also without scripts.
        <details open={values !== nothingTyped}>
          <summary className="inline-flex min-h-target cursor-pointer items-center font-semibold underline">
            {words.title}
          </summary>
          <div className="space-y-4 pt-2">
            <p className="text-small">{words.hint}</p>
            <Field
              id="goodwill-amount"
              name="amount"
              label={words.amount}
              hint={words.most}
              inputMode="decimal"
              autoComplete="off"
              defaultValue={values.amount}
              error={errorOf('amount')}
              required
            />
            <Field
              id="goodwill-reason"
              name="reason"
              label={words.reason}
              hint={words.reasonHint}
              autoComplete="off"
              defaultValue={values.reason}
              error={errorOf('reason')}
              required
            />
            <SubmitButton>{words.submit}</SubmitButton>
          </div>
        </details>
      )}
    </TypedForm>
  );
}
