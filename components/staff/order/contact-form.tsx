'use client';

import { Field } from '../../ui/field';
import { FoldedForm } from '../../ui/folded-form';
import { SubmitButton } from '../../ui/submit-button';
import type { FormAction, FormState } from '../../ui/typed-form';

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
export function ContactForm({ correct, about, values, words }: ContactFormProps) {
  return (
    <FoldedForm title={words.title} action={correct} about={about} values={values}>
      {(typed, errorOf) => (
        <>
          <Field
            id="contact-email"
            name="email"
            type="email"
            label={words.email}
            hint={words.hint}
            autoComplete="off"
            defaultValue={typed.email}
            error={errorOf('email')}
            required
          />
          <Field
            id="contact-phone"
            name="phone"
            type="tel"
            label={words.phone}
            autoComplete="off"
            defaultValue={typed.phone}
            error={errorOf('phone')}
          />
          <Tick name="send" isTicked label={words.send} />
          <Tick name="revoke" isTicked={false} label={words.revoke} />
          <SubmitButton>{words.submit}</SubmitButton>
        </>
      )}
    </FoldedForm>
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
