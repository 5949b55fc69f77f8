'use client';

import { type ReactNode, useActionState } from 'react';
import { HiddenFields } from './hidden-fields';
import { Notice } from './notice';

export interface FormState<Values, Field extends string = string> {
  readonly attempt: number;
  /** As typed. */
  readonly values: Values;
  /** Why nothing was done, and the field that is wrong, if it is one. */
  readonly problem: { readonly title: string; readonly text: string; readonly field: Field | null } | null;
}

export type FormAction<State> = (state: State, form: FormData) => Promise<State>;

export interface TypedFormProps<Values, Field extends string> {
  readonly action: FormAction<FormState<Values, Field>>;
  /** What the fields contain at first. */
  readonly values: Values;
  /** What the form is about: its hidden fields. */
  readonly about: Readonly<Record<string, string>>;
  readonly children: (values: Values, errorOf: (field: Field) => string | undefined) => ReactNode;
}

/**
 * A form that stays when there is a problem, with what was typed, and the problem at its top and at its field. Without
 * scripts the answer is the same page.
 */
export function TypedForm<Values, Field extends string>(props: TypedFormProps<Values, Field>) {
  const first = { attempt: 0, values: props.values, problem: null };
  const [{ attempt, values, problem }, send] = useActionState(props.action, first);
  return (
    // The key lets the fields begin again with what was typed: React empties them after an action.
    <form key={attempt} action={send} noValidate className="max-w-text space-y-5">
      {problem === null ? null : (
        <Notice tone="problem" title={problem.title}>
          <p>{problem.text}</p>
        </Notice>
      )}
      <HiddenFields {...props.about} />
      {props.children(values, (field) => (problem?.field === field ? problem.text : undefined))}
    </form>
  );
}
