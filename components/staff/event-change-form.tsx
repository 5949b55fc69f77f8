'use client';

import { useActionState } from 'react';
import { controlClass, FieldFrame } from '../ui/field';
import { HiddenFields } from '../ui/hidden-fields';
import { Notice } from '../ui/notice';
import { SubmitButton } from '../ui/submit-button';
import { ConfirmBox } from './confirm-box';

export interface EventChangeState {
  readonly attempt: number;
  /** As typed. */
  readonly values: { readonly action: string; readonly message: string };
  /** Why nothing was started. */
  readonly problem: { readonly kind: string; readonly title: string; readonly text: string } | null;
}

interface EventChangeFormProps {
  readonly start: (state: EventChangeState, form: FormData) => Promise<EventChangeState>;
  readonly about: Readonly<Record<string, string>>;
  readonly words: Readonly<
    Record<'action' | 'refund' | 'notify' | 'message' | 'messageHint' | 'confirm' | 'button', string>
  >;
  /** The most characters of the message. */
  readonly most: number;
}

const actions = ['refund', 'notify'] as const;

/** What is done for everyone who has tickets of a session. Without scripts the answer is the same page with what was typed. */
export function EventChangeForm({ start, about, words, most }: EventChangeFormProps) {
  const empty = { attempt: 0, values: { action: '', message: '' }, problem: null };
  const [{ attempt, values, problem }, send] = useActionState(start, empty);
  const errorOf = (kind: string) => (problem?.kind === kind ? problem.text : undefined);
  return (
    <form action={send} noValidate className="max-w-text space-y-5">
      {problem === null ? null : (
        <Notice key={attempt} tone="problem" title={problem.title}>
          <p>{problem.text}</p>
        </Notice>
      )}
      <HiddenFields {...about} />
      <fieldset key={`action ${attempt}`}>
        <legend className="pb-1 font-bold">{words.action}</legend>
        {actions.map((action) => (
          <label key={action} className="flex min-h-target items-center gap-3 py-1">
            <input
              type="radio"
              name="action"
              value={action}
              required
              defaultChecked={values.action === action}
              className="size-5 shrink-0"
            />
            {words[action]}
          </label>
        ))}
      </fieldset>
      <FieldFrame id="message" label={words.message} hint={words.messageHint} error={errorOf('message')}>
        <textarea
          key={attempt}
          id="message"
          name="message"
          rows={5}
          required
          maxLength={most}
          defaultValue={values.message}
          aria-invalid={errorOf('message') === undefined ? undefined : true}
          aria-describedby={errorOf('message') === undefined ? 'message-hint' : 'message-hint message-error'}
          className={controlClass}
        />
      </FieldFrame>
      <ConfirmBox label={words.confirm} />
      <SubmitButton>{words.button}</SubmitButton>
    </form>
  );
}
