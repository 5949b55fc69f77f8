'use client';

import { FoldedForm } from '../../ui/folded-form';
import { TextAreaField } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import type { FormAction, FormState } from '../../ui/typed-form';

export type NoteFormState = FormState<{ readonly text: string }, 'text'>;
export type WriteNote = FormAction<NoteFormState>;

interface NoteFormProps {
  readonly write: WriteNote;
  readonly about: Readonly<Record<'checkoutId' | 'noteId', string>>;
  readonly longest: number;
  readonly words: Readonly<Record<'title' | 'text' | 'hint' | 'submit', string>>;
}

const nothingTyped = { text: '' };

/** Staff write a note about a booking for each other. */
export function NoteForm({ write, about, longest, words }: NoteFormProps) {
  return (
    <FoldedForm title={words.title} titleClass="" action={write} about={about} values={nothingTyped}>
      {(typed, errorOf) => (
        <>
          <TextAreaField
            id="note-text"
            name="text"
            rows={3}
            label={words.text}
            hint={words.hint}
            maxLength={longest}
            defaultValue={typed.text}
            error={errorOf('text')}
            required
          />
          <SubmitButton>{words.submit}</SubmitButton>
        </>
      )}
    </FoldedForm>
  );
}
