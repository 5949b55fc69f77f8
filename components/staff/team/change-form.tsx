'use client';

import type { StaffAccount } from '@/lib/shop/data/staff-account-store';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';
import { DecidedFields, type DecidedTexts, type DecidedValues, type NamedCatalog } from './decided-fields';

export type PersonState = FormState<DecidedValues, 'name' | 'catalogs'>;

interface ChangeFormProps {
  readonly change: FormAction<PersonState>;
  readonly person: Pick<StaffAccount, 'id' | 'name' | 'role' | 'catalogs'>;
  readonly roles: readonly { readonly role: string; readonly name: string }[];
  readonly catalogs: readonly NamedCatalog[];
  readonly texts: DecidedTexts & { readonly button: string };
}

/** Changes what an admin has decided about a person. */
export function ChangeForm({ change, person, texts, ...choices }: ChangeFormProps) {
  const { id, name, role, catalogs } = person;
  const values = { name, role, which: catalogs === null ? 'all' : 'some', ticked: catalogs ?? [] };
  return (
    <TypedForm action={change} about={{ id }} values={values}>
      {(typed, errorOf) => (
        <>
          <DecidedFields idPrefix="person" values={typed} errorOf={errorOf} texts={texts} {...choices} />
          <SubmitButton variant="secondary">{texts.button}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}
