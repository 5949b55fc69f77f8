'use client';

import { Field, TextAreaField } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';

type ClosingField = 'counted' | 'note';
export type ClosingState = FormState<Readonly<Record<ClosingField, string>>, ClosingField>;

interface ClosingFormProps {
  readonly close: FormAction<ClosingState>;
  /** The day, and the cash that the page shows. */
  readonly about: Readonly<Record<'day' | 'expected', string>>;
  readonly words: Readonly<Record<'counted' | 'countedHint' | 'note' | 'noteHint' | 'button', string>>;
}

/** The cash that was counted. */
export function ClosingForm({ close, about, words }: ClosingFormProps) {
  return (
    <TypedForm action={close} about={about} values={{ counted: '', note: '' }}>
      {(values, errorOf) => (
        <>
          <Field
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
          <TextAreaField
            name="note"
            label={words.note}
            hint={words.noteHint}
            error={errorOf('note')}
            defaultValue={values.note}
            rows={3}
          />
          <SubmitButton>{words.button}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}
