'use client';

import { Field } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';

type ContactField = 'email' | 'phone';
export type ContactFormState = FormState<Readonly<Record<ContactField, string>>, ContactField>;
export type CorrectContact = FormAction<ContactFormState>;

interface ContactFormProps {
  readonly correct: CorrectContact;
  readonly about: Readonly<Record<'checkoutId', string>>;
  readonly values: ContactFormState['values'];
  readonly words: Readonly<Record<ContactField | 'title' | 'hint' | 'revoke' | 'send' | 'submit', string>>;
}

/** How the customer of a booking is reached and found. */
export function ContactForm({ correct, about, values: first, words }: ContactFormProps) {
  return (
    <TypedForm action={correct} about={about} values={first}>
      {(values, errorOf) => (
        // Open when it is shown again, also without scripts.
        <details open={values !== first}>
          <summary className="inline-flex min-h-target cursor-pointer items-center text-small font-semibold underline">
            {words.title}
          </summary>
          <div className="space-y-4 pt-2">
            <Field
              id="contact-email"
              name="email"
              type="email"
              label={words.email}
              hint={words.hint}
              autoComplete="off"
              defaultValue={values.email}
              error={errorOf('email')}
              required
            />
            <Field
              id="contact-phone"
              name="phone"
              type="tel"
              label={words.phone}
              autoComplete="off"
              defaultValue={values.phone}
              error={errorOf('phone')}
            />
            <Tick name="send" isTicked label={words.send} />
            <Tick name="revoke" isTicked={false} label={words.revoke} />
            <SubmitButton>{words.submit}</SubmitButton>
          </div>
        </details>
      )}
    </TypedForm>
  );
}

function Tick({ name, isTicked, label }: { name: 'send' | 'revoke'; isTicked: boolean; label: string }) {
  return (
    <label className="flex min-h-target items-center gap-3 text-small">
      <input type="checkbox" name={name} value="yes" defaultChecked={isTicked} className="size-5 shrink-0" />
      {label}
    </label>
  );
}
