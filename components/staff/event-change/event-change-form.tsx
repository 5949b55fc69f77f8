'use client';

import { type EventChangeAction, eventChangeActions } from '@/lib/shop/values/event-change-values';
import { describedBy, FieldError, SelectField, TextAreaField } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';
import { ConfirmBox } from '../ui/confirm-box';

type EventChangeField = 'action' | 'message' | 'target';
export type EventChangeState = FormState<
  Readonly<Record<EventChangeField, string>>,
  EventChangeField | 'confirmed'
>;

/** Sessions of a day, in words at the venue. */
export interface TargetDay {
  readonly day: string;
  readonly sessions: readonly { readonly id: string; readonly text: string }[];
}

interface EventChangeFormProps {
  readonly start: FormAction<EventChangeState>;
  readonly about: Readonly<Record<string, string>>;
  readonly words: Readonly<
    Record<
      | 'action'
      | EventChangeAction
      | 'target'
      | 'targetHint'
      | 'choose'
      | 'message'
      | 'messageHint'
      | 'confirm'
      | 'button',
      string
    >
  >;
  /** The sessions for which all tickets can be exchanged; empty: that is not offered. */
  readonly targets: readonly TargetDay[];
  /** The most characters of the message. */
  readonly most: number;
}

/** What is done for everyone who has tickets of a session. */
export function EventChangeForm({ start, about, words, targets, most }: EventChangeFormProps) {
  const offered = eventChangeActions.filter((action) => action !== 'rebook' || targets.length > 0);
  return (
    <TypedForm action={start} about={about} values={{ action: '', message: '', target: '' }}>
      {(values, errorOf) => (
        <>
          <fieldset aria-describedby={describedBy('action', { error: errorOf('action') })}>
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
            <FieldError id="action" error={errorOf('action')} />
          </fieldset>
          {targets.length === 0 ? null : (
            <TargetField words={words} targets={targets} chosen={values.target} error={errorOf('target')} />
          )}
          <TextAreaField
            name="message"
            label={words.message}
            hint={words.messageHint}
            error={errorOf('message')}
            defaultValue={values.message}
            rows={5}
            required
            maxLength={most}
          />
          <ConfirmBox label={words.confirm} error={errorOf('confirmed')} />
          <SubmitButton>{words.button}</SubmitButton>
        </>
      )}
    </TypedForm>
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
