'use client';

import { useActionState } from 'react';
import { controlClass, FieldFrame, SelectField } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { ConfirmBox } from '../ui/confirm-box';

export interface EventChangeState {
  readonly attempt: number;
  /** As typed. */
  readonly values: { readonly action: string; readonly message: string; readonly target: string };
  /** Why nothing was started. */
  readonly problem: { readonly kind: string; readonly title: string; readonly text: string } | null;
}

/** Sessions of a day, in words at the venue. */
export interface TargetDay {
  readonly day: string;
  readonly sessions: readonly { readonly id: string; readonly text: string }[];
}

interface EventChangeFormProps {
  readonly start: (state: EventChangeState, form: FormData) => Promise<EventChangeState>;
  readonly about: Readonly<Record<string, string>>;
  readonly words: Readonly<
    Record<
      | ('action' | 'refund' | 'rebook' | 'notify' | 'target' | 'targetHint' | 'choose')
      | ('message' | 'messageHint' | 'confirm' | 'button'),
      string
    >
  >;
  /** The sessions for which all tickets can be exchanged; empty: that is not offered. */
  readonly targets: readonly TargetDay[];
  /** The most characters of the message. */
  readonly most: number;
}

const actions = ['refund', 'rebook', 'notify'] as const;

/** What is done for everyone who has tickets of a session. Without scripts the answer is the same page with what was typed. */
export function EventChangeForm({ start, about, words, targets, most }: EventChangeFormProps) {
  const empty = { attempt: 0, values: { action: '', message: '', target: '' }, problem: null };
  const [{ attempt, values, problem }, send] = useActionState(start, empty);
  const errorOf = (kind: string) => (problem?.kind === kind ? problem.text : undefined);
  const offered = actions.filter((action) => action !== 'rebook' || targets.length > 0);
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
        {offered.map((action) => (
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
      {targets.length === 0 ? null : (
        <TargetField
          key={`target ${attempt}`}
          words={words}
          targets={targets}
          chosen={values.target}
          error={errorOf('target')}
        />
      )}
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

/** Shown whatever is chosen, because without scripts nothing can appear. */
function TargetField({
  words,
  targets,
  chosen,
  error,
}: Pick<EventChangeFormProps, 'words' | 'targets'> & { chosen: string; error: string | undefined }) {
  return (
    <SelectField
      name="target"
      label={words.target}
      hint={words.targetHint}
      defaultValue={chosen}
      error={error}
    >
      <option value="">{words.choose}</option>
      {targets.map(({ day, sessions }) => (
        <optgroup key={day} label={day}>
          {sessions.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
