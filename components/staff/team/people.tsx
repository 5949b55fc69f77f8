import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { StaffAccount } from '@/lib/shop/data/staff-account-store';
import { TextLink } from '../../ui/link';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';
import { InviteForm, type InviteState } from './invite-form';
import { PersonForms, type PersonActions, useRoleNames } from './person-forms';
import type { FormAction } from '../../ui/typed-form';

export interface PeopleActions extends PersonActions {
  readonly invite: FormAction<InviteState>;
}

interface PeopleProps {
  readonly people: readonly StaffAccount[];
  /** The person who is being changed. */
  readonly changed: string | null;
  readonly actions: PeopleActions;
}

/** Who has access to the shop's staff pages, with the forms that change it. */
export function People({ people, changed, actions }: PeopleProps) {
  const t = useTranslations('staff.team.people');
  const language = useLocale();
  const roles = useRoleNames();
  const changing = people.find(({ id }) => id === changed) ?? null;
  const columns = ['name', 'email', 'role', 'state', 'change'] as const;
  return (
    <>
      <Section id="people" title={t('title')} className="pb-8">
        <DataTable
          caption=""
          columns={columns.map((name) => t(`columns.${name}`))}
          long={[t('columns.name'), t('columns.email')]}
          rows={people.map(({ id, name, email, role, joinedAt, isInvited, isUndelivered }) => ({
            key: id,
            isDim: joinedAt === null && !isInvited,
            cells: [
              name,
              email,
              roles.find((one) => one.role === role)?.name ?? role,
              [
                ...(joinedAt === null ? [] : [t('states.joined')]),
                ...(isInvited ? [t(isUndelivered ? 'states.undelivered' : 'states.invited')] : []),
                ...(joinedAt === null && !isInvited ? [t('states.ended')] : []),
              ].join(', '),
              <TextLink
                key="change"
                href={`${paths.staffTeam(language, { change: id })}#change`}
                aria-label={t('changeLong', { name })}
              >
                {t('columns.change')}
              </TextLink>,
            ],
          }))}
        />
      </Section>
      {changing === null ? null : <PersonForms person={changing} roles={roles} actions={actions} />}
      <Section id="invite" title={t('invite.title')} className="pb-8">
        <InviteForm
          invite={actions.invite}
          roles={roles}
          texts={{
            about: t('invite.about'),
            name: t('columns.name'),
            email: t('columns.email'),
            role: t('columns.role'),
            button: t('invite.button'),
          }}
        />
      </Section>
    </>
  );
}
