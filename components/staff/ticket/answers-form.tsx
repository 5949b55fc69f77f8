'use client';

import { useActionState } from 'react';
import type { CountryOption } from '../../checkout/details-fields';
import { QuestionSections } from '../../checkout/question-fields';
import type {
  QuestionError,
  QuestionSection,
  TypedAnswers,
} from '@/lib/storefront/common/checkout/questions';
import { HiddenFields } from '../../ui/hidden-fields';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';

export interface AnswersState {
  readonly attempt: number;
  readonly typed: TypedAnswers;
  readonly errors: readonly QuestionError[];
  /** Why nothing was changed; null: nothing was sent yet. */
  readonly problem: string | null;
}

interface AnswersFormProps {
  readonly correct: (state: AnswersState, form: FormData) => Promise<AnswersState>;
  readonly about: Readonly<Record<string, string>>;
  readonly section: QuestionSection;
  /** The present answers. */
  readonly typed: TypedAnswers;
  readonly countries: readonly CountryOption[];
  readonly words: { readonly optional: string; readonly choose: string };
  readonly button: string;
}

/** The answers of a ticket. Without scripts the answer to a mistake is the same page with what was typed. */
export function AnswersForm({ correct, about, section, typed, button, ...rest }: AnswersFormProps) {
  const [state, send] = useActionState(correct, { attempt: 0, typed, errors: [], problem: null });
  return (
    <form key={state.attempt} action={send} noValidate className="max-w-text space-y-5">
      {state.problem === null ? null : (
        <Notice tone="problem" title={state.problem}>
          {state.errors.map(({ name, summary }) => (
            <p key={name}>{summary}</p>
          ))}
        </Notice>
      )}
      <HiddenFields {...about} />
      <QuestionSections sections={[section]} typed={state.typed} errors={state.errors} {...rest} />
      <SubmitButton>{button}</SubmitButton>
    </form>
  );
}
