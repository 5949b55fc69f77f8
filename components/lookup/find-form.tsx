'use client';

import { useActionState } from 'react';
import { Field } from '../ui/field';
import { Notice } from '../ui/notice';
import { SubmitButton } from '../ui/submit-button';

export interface SearchState {
  readonly attempt: number;
  /** As typed. */
  readonly email: string;
  /** The error of the last try; `isOfField`: of the address itself. */
  readonly problem: { readonly title: string; readonly text: string; readonly isOfField: boolean } | null;
}

interface FindFormProps {
  readonly search: (state: SearchState, form: FormData) => Promise<SearchState>;
  readonly problem: SearchState['problem'];
  readonly words: { readonly email: string; readonly button: string };
}

/** Without scripts the answer is the same page with what was typed. */
export function FindForm({ search, problem, words }: FindFormProps) {
  const [state, send] = useActionState(search, { attempt: 0, email: '', problem });
  return (
    <form action={send} noValidate className="max-w-text space-y-6">
      {state.problem === null ? null : (
        <Notice key={state.attempt} tone="problem" title={state.problem.title}>
          <p>{state.problem.text}</p>
        </Notice>
      )}
      <Field
        key={`email ${state.attempt}`}
        name="email"
        type="email"
        label={words.email}
        error={state.problem?.isOfField === true ? state.problem.text : undefined}
        defaultValue={state.email}
        autoComplete="email"
        spellCheck={false}
      />
      <SubmitButton>{words.button}</SubmitButton>
    </form>
  );
}
