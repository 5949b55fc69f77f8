'use client';

import { Field } from '../../ui/field';
import { FoldedForm } from '../../ui/folded-form';
import { SubmitButton } from '../../ui/submit-button';
import { BackKeys, type BackKeysProps } from '../ui/back-keys';
import type { FormAction, FormState } from '../../ui/typed-form';

type GoodwillField = 'amount' | 'reason';
export type GoodwillFormState = FormState<Readonly<Record<GoodwillField, string>>, GoodwillField>;
export type GiveBack = FormAction<GoodwillFormState>;

interface GoodwillFormProps {
  readonly giveBack: GiveBack;
  readonly about: Readonly<Record<'checkoutId' | 'refundId' | 'seen', string>>;
  /** It goes back at the counter: the keys that say how; null: it does not. */
  readonly keys: BackKeysProps | null;
  /** How it was paid at the counter; left out: it was not. */
  readonly paid?: string;
  readonly words: Readonly<
    Record<'title' | 'hint' | 'amount' | 'most' | 'reason' | 'reasonHint' | 'submit', string>
  >;
}

const nothingTyped = { amount: '', reason: '' };

/** Staff give back a part of what was paid; the tickets stay valid. */
export function GoodwillForm({ giveBack, about, keys, paid, words }: GoodwillFormProps) {
  return (
    <FoldedForm title={words.title} titleClass="" action={giveBack} about={about} values={nothingTyped}>
      {(typed, errorOf) => (
        <>
          <p className="text-small">{words.hint}</p>
          <Field
            id="goodwill-amount"
            name="amount"
            label={words.amount}
            hint={words.most}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed.amount}
            error={errorOf('amount')}
            required
          />
          <Field
            id="goodwill-reason"
            name="reason"
            label={words.reason}
            hint={words.reasonHint}
            autoComplete="off"
            defaultValue={typed.reason}
            error={errorOf('reason')}
            required
          />
          {keys === null ? (
            <SubmitButton>{words.submit}</SubmitButton>
          ) : (
            <>
              <p className="font-bold">{paid}</p>
              <div className="flex flex-wrap items-center gap-3">
                <BackKeys {...keys} />
              </div>
            </>
          )}
        </>
      )}
    </FoldedForm>
  );
}
