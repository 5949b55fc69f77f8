'use client';

import { useActionState } from 'react';
import { Field } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { ConfirmBox } from '../ui/confirm-box';

type ChangeField = 'capacity' | 'amount' | 'from' | 'reason';

export interface ChangeState {
  readonly attempt: number;
  /** As typed. */
  readonly values: Readonly<Record<ChangeField, string>>;
  /** Why nothing was changed, and which field is wrong. */
  readonly problem: {
    readonly title: string;
    readonly text: string;
    readonly field: ChangeField | null;
  } | null;
}

interface ChangeFormProps {
  readonly change: (state: ChangeState, form: FormData) => Promise<ChangeState>;
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

/** One change of a catalogue. Without scripts the answer is the same page with what was typed. */
export function ChangeForm({ change, about, fields, values, words }: ChangeFormProps) {
  const [state, send] = useActionState(change, { attempt: 0, values, problem: null });
  const { attempt, problem } = state;
  return (
    <form action={send} noValidate className="max-w-text space-y-4">
      {problem === null ? null : (
        <Notice key={attempt} tone="problem" title={problem.title}>
          <p>{problem.text}</p>
        </Notice>
      )}
      <HiddenFields {...about} />
      {fields.map(({ name, ...field }) => (
        <Field
          key={`${name} ${attempt}`}
          {...field}
          name={name}
          required
          autoComplete="off"
          maxLength={name === 'reason' ? 500 : 20}
          defaultValue={state.values[name]}
          error={problem?.field === name ? problem.text : undefined}
        />
      ))}
      <ConfirmBox label={words.confirm} />
      <SubmitButton>{words.button}</SubmitButton>
    </form>
  );
}
