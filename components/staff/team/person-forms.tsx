import { useMessages, useTranslations } from 'next-intl';
import type { StaffAccount } from '@/lib/shop/data/staff-account-store';
import { SelectField } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import { ConfirmBox } from '../ui/confirm-box';
import { Section } from '../ui/section';

type Action = (form: FormData) => Promise<void>;

export type PersonActions = Readonly<Record<'changeRole' | 'inviteAgain' | 'remove', Action>>;

/** The roles with what people call them. */
export function useRoleNames(): readonly { readonly role: string; readonly name: string }[] {
  const { roles } = useMessages().staff.team.people;
  return Object.entries(roles).map(([role, name]) => ({ role, name }));
}

interface PersonFormsProps {
  readonly person: StaffAccount;
  readonly roles: ReturnType<typeof useRoleNames>;
  readonly actions: PersonActions;
}

/** What can be changed of a person who has access or is invited. */
export function PersonForms({ person: { id, name, role, joinedAt }, roles, actions }: PersonFormsProps) {
  const t = useTranslations('staff.team.people');
  return (
    <Section
      id="change"
      title={t('changeLong', { name })}
      className="max-w-text space-y-6 pb-8 wrap-anywhere"
    >
      <form action={actions.changeRole} className="space-y-3">
        <HiddenFields id={id} />
        <SelectField id="role-of-person" name="role" label={t('columns.role')} defaultValue={role}>
          {roles.map((one) => (
            <option key={one.role} value={one.role}>
              {one.name}
            </option>
          ))}
        </SelectField>
        <SubmitButton variant="secondary">{t('changeRole')}</SubmitButton>
      </form>
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
