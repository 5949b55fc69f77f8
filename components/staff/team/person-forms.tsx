import { useMessages, useTranslations } from 'next-intl';
import type { StaffAccount } from '@/lib/shop/data/staff-account-store';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import type { FormAction } from '../../ui/typed-form';
import { ConfirmBox } from '../ui/confirm-box';
import { Section } from '../ui/section';
import { ChangeForm, type PersonState } from './change-form';
import type { DecidedTexts, NamedCatalog } from './decided-fields';

export type { PersonState };

type Action = (form: FormData) => Promise<void>;

export type PersonActions = Readonly<Record<'inviteAgain' | 'remove', Action>> & {
  readonly change: FormAction<PersonState>;
};

/** The roles with what people call them. */
export function useRoleNames(): readonly { readonly role: string; readonly name: string }[] {
  const { roles } = useMessages().staff.team.people;
  return Object.entries(roles).map(([role, name]) => ({ role, name }));
}

/** The texts of what an admin decides about a person. */
export function useDecidedTexts(): DecidedTexts {
  const t = useTranslations('staff.team.people');
  return {
    name: t('columns.name'),
    role: t('columns.role'),
    catalogs: t('columns.catalogs'),
    all: t('allCatalogs'),
    some: t('someCatalogs'),
  };
}

interface PersonFormsProps {
  readonly person: StaffAccount;
  readonly catalogs: readonly NamedCatalog[];
  readonly roles: ReturnType<typeof useRoleNames>;
  readonly actions: PersonActions;
}

/** What can be changed of a person who has access or is invited. */
export function PersonForms({ person, catalogs, roles, actions }: PersonFormsProps) {
  const { id, name, joinedAt } = person;
  const t = useTranslations('staff.team.people');
  const texts = { ...useDecidedTexts(), button: t('save') };
  return (
    <Section
      id="change"
      title={t('changeLong', { name })}
      className="max-w-text space-y-6 pb-8 wrap-anywhere"
    >
      <ChangeForm change={actions.change} person={person} roles={roles} catalogs={catalogs} texts={texts} />
      <form action={actions.inviteAgain} className="space-y-3">
        <HiddenFields id={id} />
        <p>{t(joinedAt === null ? 'again.about' : 'again.lost')}</p>
        <SubmitButton variant="secondary">{t('again.button')}</SubmitButton>
      </form>
      <form action={actions.remove} className="space-y-3">
        <HiddenFields id={id} />
        <p>{t('remove.about')}</p>
        <ConfirmBox label={t('remove.confirm', { name })} />
        <SubmitButton variant="secondary">{t('remove.button')}</SubmitButton>
      </form>
    </Section>
  );
}
