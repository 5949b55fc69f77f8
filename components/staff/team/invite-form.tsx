'use client';

import { Field, SelectField } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';

export type InviteState = FormState<Readonly<Record<'email' | 'name' | 'role', string>>, 'email' | 'name'>;

interface InviteFormProps {
  readonly invite: FormAction<InviteState>;
  readonly roles: readonly { readonly role: string; readonly name: string }[];
  readonly texts: Readonly<Record<'about' | 'name' | 'email' | 'role' | 'button', string>>;
}

const nothingTyped = { email: '', name: '', role: 'agent' };
const nothingElse = {};

/** Invites a person by e-mail. */
export function InviteForm({ invite, roles, texts }: InviteFormProps) {
  return (
    <TypedForm action={invite} about={nothingElse} values={nothingTyped}>
      {({ email, name, role }, errorOf) => (
        <>
          <p>{texts.about}</p>
          <Field
            name="name"
            label={texts.name}
            defaultValue={name}
            error={errorOf('name')}
            autoComplete="off"
            required
          />
          <Field
            name="email"
            type="email"
            label={texts.email}
            defaultValue={email}
            error={errorOf('email')}
            autoComplete="off"
            required
          />
          <SelectField name="role" label={texts.role} defaultValue={role}>
            {roles.map((one) => (
              <option key={one.role} value={one.role}>
                {one.name}
              </option>
            ))}
          </SelectField>
          <SubmitButton>{texts.button}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}
