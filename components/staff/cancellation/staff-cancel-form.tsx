'use client';

import { type ReactNode, useActionState } from 'react';
import type {
  CancellationMistakes,
  TypedCancellation,
} from '@/lib/storefront/common/cancellation/cancellation-form';
import { describedBy, Field, FieldError } from '../../ui/field';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { BackKeys, type BackKeysProps } from '../ui/back-keys';

export interface StaffCancelState {
  readonly attempt: number;
  /** As typed; null: nothing was sent yet. */
  readonly typed: TypedCancellation | null;
  /** Why nothing was cancelled, and the text at each field that is wrong. */
  readonly problem: {
    readonly title: string;
    readonly text: string;
    readonly mistakes: CancellationMistakes;
  } | null;
}

interface StaffCancelFieldsProps {
  readonly state: StaffCancelState;
  readonly words: Readonly<Record<'reason' | 'reasonHint' | 'override' | 'box' | 'submit' | 'back', string>>;
  /** What stands in the field of the reason at first. */
  readonly reason: string;
  /** The money goes back at the counter: the keys that say how; null: it does not. */
  readonly keys: BackKeysProps | null;
  /** Of each order the field for a refund against the rule; null: this person decides by the rule only. */
  readonly orders:
    | readonly {
        readonly orderId: string;
        readonly isFree: boolean;
        /** The amount that stands in it at first. */
        readonly start: string;
        readonly label: string;
        readonly hint: string;
      }[]
    | null;
  /** One of the tickets can't be cancelled by the rule. */
  readonly isNeeded: boolean;
  /** Back to the choice. */
  readonly back: string;
  /** What is cancelled. */
  readonly children?: ReactNode;
}

interface StaffCancelFormProps extends Omit<StaffCancelFieldsProps, 'state'> {
  readonly cancel: (state: StaffCancelState, form: FormData) => Promise<StaffCancelState>;
}

/** The second step for staff. Without scripts the answer to a mistake is the same page with what was typed. */
export function StaffCancelForm({ cancel, ...props }: StaffCancelFormProps) {
  const [state, send] = useActionState(cancel, { attempt: 0, typed: null, problem: null });
  return (
    <form key={state.attempt} action={send} noValidate className="max-w-text space-y-5">
      <StaffCancelFields {...props} state={state} />
    </form>
  );
}

export function StaffCancelFields({
  state,
  words,
  reason,
  keys,
  orders,
  isNeeded,
  back,
  children,
}: StaffCancelFieldsProps) {
  const { typed, problem } = state;
  return (
    <>
      {problem === null ? null : (
        <Notice tone="problem" title={problem.title}>
          <p>{problem.text}</p>
        </Notice>
      )}
      {children}
      <Field
        name="reason"
        label={words.reason}
        hint={words.reasonHint}
        error={problem?.mistakes.reason}
        defaultValue={typed?.reason ?? reason}
        autoComplete="off"
        required
      />
      {orders === null ? null : <Override state={state} words={words} orders={orders} isNeeded={isNeeded} />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {keys === null ? <SubmitButton>{words.submit}</SubmitButton> : <BackKeys {...keys} />}
        <TextLink href={back}>{words.back}</TextLink>
      </div>
    </>
  );
}

type OverrideProps = Pick<StaffCancelFieldsProps, 'state' | 'words' | 'isNeeded'> & {
  readonly orders: NonNullable<StaffCancelFieldsProps['orders']>;
};

/** For an admin: another refund than the rule of the product says, for each order. */
function Override({ state: { typed, problem }, words, orders, isNeeded }: OverrideProps) {
  const boxError = problem?.mistakes.override;
  return (
    <fieldset className="space-y-4 rounded border border-rule px-5 py-4">
      <legend className="px-2 font-bold">{words.override}</legend>
      <div>
        <label className="flex min-h-target items-center gap-3">
          <input
            type="checkbox"
            name="override"
            value="yes"
            // Even where it is needed: it is a decision.
            defaultChecked={typed?.override ?? false}
            required={isNeeded}
            aria-invalid={boxError === undefined ? undefined : true}
            aria-describedby={describedBy('override', { error: boxError })}
            className="size-5"
          />
          {words.box}
        </label>
        <FieldError id="override" error={boxError} />
      </div>
      {orders.map(({ orderId, isFree, start, label, hint }) =>
        isFree ? (
          <input key={orderId} type="hidden" name={`refund-${orderId}`} value="0.00" />
        ) : (
          <Field
            key={orderId}
            name={`refund-${orderId}`}
            label={label}
            hint={hint}
            error={problem?.mistakes.amounts[orderId]}
            defaultValue={typed?.amounts[orderId] ?? start}
            inputMode="decimal"
            autoComplete="off"
          />
        ),
      )}
    </fieldset>
  );
}
