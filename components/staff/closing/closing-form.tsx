'use client';

import { useActionState } from 'react';
import { controlClass, Field, FieldFrame } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';

export interface ClosingState {
  readonly attempt: number;
  /** As typed. */
  readonly values: { readonly counted: string; readonly note: string };
  /** Why the day was not closed. */
  readonly problem: { readonly kind: string; readonly title: string; readonly text: string } | null;
}

interface ClosingFormProps {
  readonly close: (state: ClosingState, form: FormData) => Promise<ClosingState>;
  /** The day, and the cash that the page shows. */
  readonly about: Readonly<Record<'day' | 'expected', string>>;
  readonly words: Readonly<Record<'counted' | 'countedHint' | 'note' | 'noteHint' | 'button', string>>;
}

/** The cash that was counted. Without scripts the answer is the same page with what was typed. */
export function ClosingForm({ close, about, words }: ClosingFormProps) {
  const empty = { attempt: 0, values: { counted: '', note: '' }, problem: null };
  const [{ attempt, values, problem }, send] = useActionState(close, empty);
  const errorOf = (...kinds: string[]) =>
    problem !== null && kinds.includes(problem.kind) ? problem.text : undefined;
  const noteError = errorOf('note', 'tooLong');
  return (
    <form action={send} noValidate className="max-w-text space-y-5">
      {problem === null ? null : (
        <Notice key={attempt} tone="problem" title={problem.title}>
          <p>{problem.text}</p>
        </Notice>
      )}
      <HiddenFields {...about} />
      <Field
        key={`counted ${attempt}`}
        name="counted"
        label={words.counted}
        hint={words.countedHint}
        error={errorOf('counted')}
        defaultValue={values.counted}
        inputMode="decimal"
        autoComplete="off"
        required
        maxLength={30}
      />
      <FieldFrame id="note" label={words.note} hint={words.noteHint} error={noteError}>
        <textarea
          key={`note ${attempt}`}
          id="note"
          name="note"
          rows={3}
          defaultValue={values.note}
          aria-invalid={noteError === undefined ? undefined : true}
          aria-describedby={noteError === undefined ? 'note-hint' : 'note-hint note-error'}
          className={controlClass}
        />
      </FieldFrame>
      <SubmitButton>{words.button}</SubmitButton>
    </form>
  );
}
