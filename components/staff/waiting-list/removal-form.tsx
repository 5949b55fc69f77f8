'use client';

import { TextAreaField } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';

export type RemovalState = FormState<{ readonly reason: string }, 'reason'>;

interface RemovalFormProps {
  readonly remove: FormAction<RemovalState>;
  readonly about: Readonly<Record<'listId' | 'placeId' | 'choice', string>>;
  readonly words: Readonly<Record<'reason' | 'reasonHint' | 'button', string>>;
  /** The most characters of the reason. */
  readonly most: number;
}

const nothingTyped = { reason: '' };

/** Why somebody is taken off a waiting list. */
export function RemovalForm({ remove, about, words, most }: RemovalFormProps) {
  return (
    <TypedForm action={remove} about={about} values={nothingTyped}>
      {({ reason }, errorOf) => (
        <>
          <TextAreaField
            name="reason"
            rows={2}
            label={words.reason}
            hint={words.reasonHint}
            defaultValue={reason}
            error={errorOf('reason')}
            required
            maxLength={most}
          />
          <SubmitButton>{words.button}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}
