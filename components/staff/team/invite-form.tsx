'use client';

import { Field } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';
import { DecidedFields, type DecidedTexts, type DecidedValues, type NamedCatalog } from './decided-fields';

export type InviteState = FormState<
  DecidedValues & { readonly email: string },
  'email' | 'name' | 'catalogs'
>;

interface InviteFormProps {
  readonly invite: FormAction<InviteState>;
  readonly roles: readonly { readonly role: string; readonly name: string }[];
  readonly catalogs: readonly NamedCatalog[];
  readonly texts: DecidedTexts & Readonly<Record<'about' | 'email' | 'button', string>>;
}

const nothingTyped = { email: '', name: '', role: 'agent', which: 'all', ticked: [] };
const nothingElse = {};

/** Invites a person by e-mail. */
export function InviteForm({ invite, texts, ...choices }: InviteFormProps) {
  return (
    <TypedForm action={invite} about={nothingElse} values={nothingTyped}>
      {(typed, errorOf) => (
        <>
          <p>{texts.about}</p>
          <Field
            name="email"
            type="email"
            label={texts.email}
            defaultValue={typed.email}
            error={errorOf('email')}
            autoComplete="off"
            required
          />
          <DecidedFields idPrefix="invited" values={typed} errorOf={errorOf} texts={texts} {...choices} />
          <SubmitButton>{texts.button}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}
