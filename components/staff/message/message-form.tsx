'use client';

import { type Language, languages } from '@/lib/locale/languages';
import { type Audience, audiences, messageLimits } from '@/lib/shop/values/message-values';
import type { MessageField, TypedMessage } from '@/lib/storefront/staff/message/message-form';
import { describedBy, Field, FieldError, SelectField, TextAreaField } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';

export type MessageFormState = FormState<TypedMessage, MessageField>;

type Word = 'who' | 'subject' | 'text' | 'textHint' | 'fallback' | 'fallbackHint';

interface MessageFormProps {
  readonly test: FormAction<MessageFormState>;
  readonly about: Readonly<Record<'messageId' | 'catalogId' | 'eventId' | 'visit', string>>;
  readonly values: TypedMessage;
  readonly words: Readonly<Record<Word | 'testTo' | 'testToHint' | 'test', string>>;
  readonly audiences: Readonly<Record<Audience, string>>;
  readonly languages: Readonly<Record<Language, LanguageWords>>;
}

interface LanguageWords {
  readonly name: string;
  /** With how many bookings speak it. */
  readonly title: string;
  readonly isSpoken: boolean;
}

/** A message in several languages, of which a test is sent first. */
export function MessageForm({ test, about, values: first, words, ...texts }: MessageFormProps) {
  return (
    <TypedForm action={test} about={about} values={first}>
      {(values, errorOf) => (
        <>
          <AudienceField
            title={words.who}
            names={texts.audiences}
            chosen={values.audience}
            error={errorOf('audience')}
          />
          {languages.map((language) => (
            <TextFields
              key={language}
              language={language}
              {...texts.languages[language]}
              words={words}
              values={values}
              errorOf={errorOf}
            />
          ))}
          <SelectField
            name="fallback"
            label={words.fallback}
            hint={words.fallbackHint}
            defaultValue={values.fallback}
            error={errorOf('fallback')}
          >
            {languages.map((language) => (
              <option key={language} value={language}>
                {texts.languages[language].name}
              </option>
            ))}
          </SelectField>
          <Field
            name="testTo"
            type="email"
            autoComplete="email"
            label={words.testTo}
            hint={words.testToHint}
            defaultValue={values.testTo}
            error={errorOf('testTo')}
            required
            maxLength={1_000}
          />
          <SubmitButton>{words.test}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}

interface AudienceFieldProps {
  readonly title: string;
  readonly names: MessageFormProps['audiences'];
  readonly chosen: string;
  readonly error: string | undefined;
}

function AudienceField({ title, names, chosen, error }: AudienceFieldProps) {
  return (
    <fieldset aria-describedby={describedBy('audience', { error })}>
      <legend className="pb-1 font-bold">{title}</legend>
      {audiences.map((audience) => (
        <label key={audience} className="flex min-h-target items-center gap-3 py-1">
          <input
            type="radio"
            name="audience"
            value={audience}
            required
            defaultChecked={chosen === audience}
            className="size-5 shrink-0"
          />
          {names[audience]}
        </label>
      ))}
      <FieldError id="audience" error={error} />
    </fieldset>
  );
}

interface TextFieldsProps extends LanguageWords {
  readonly language: Language;
  readonly words: MessageFormProps['words'];
  readonly values: TypedMessage;
  readonly errorOf: (field: MessageField) => string | undefined;
}

/** Folded where no booking speaks the language and nothing is written in it. */
function TextFields({ language, title, isSpoken, words, values, errorOf }: TextFieldsProps) {
  const [subject, text] = [`subject-${language}`, `text-${language}`] as const;
  const isUsed = values[subject] !== '' || values[text] !== '' || errorOf(subject) !== undefined;
  return (
    <details open={isSpoken || isUsed} className="border-t border-rule pt-2">
      <summary className="min-h-target cursor-pointer py-2 font-bold">{title}</summary>
      <div className="space-y-4 pt-2 pb-3">
        <Field
          name={subject}
          lang={language}
          label={words.subject}
          defaultValue={values[subject]}
          error={errorOf(subject)}
          maxLength={messageLimits.subject}
          autoComplete="off"
        />
        <TextAreaField
          name={text}
          lang={language}
          rows={8}
          label={words.text}
          hint={words.textHint}
          defaultValue={values[text]}
          error={errorOf(text)}
          maxLength={messageLimits.text}
        />
      </div>
    </details>
  );
}
