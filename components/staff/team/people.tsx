import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { StaffAccount } from '@/lib/shop/data/staff-account-store';
import { TextLink } from '../../ui/link';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';
import type { NamedCatalog } from './decided-fields';
import { InviteForm, type InviteState } from './invite-form';
import { PersonForms, type PersonActions, useDecidedTexts, useRoleNames } from './person-forms';
import type { FormAction } from '../../ui/typed-form';

export interface PeopleActions extends PersonActions {
  readonly invite: FormAction<InviteState>;
}

interface PeopleProps {
  readonly people: readonly StaffAccount[];
  /** With which a person can work; none while the service can't be asked. */
  readonly catalogs: readonly NamedCatalog[];
  /** The person who is being changed. */
  readonly changed: string | null;
  readonly actions: PeopleActions;
}

/** Who has access to the shop's staff pages, with the forms that change it. */
export function People({ people, catalogs, changed, actions }: PeopleProps) {
  const t = useTranslations('staff.team.people');
  const language = useLocale();
  const roles = useRoleNames();
  const texts = useDecidedTexts();
  const nameOf = (catalog: string) => catalogs.find(({ id }) => id === catalog)?.name ?? catalog;
  const changing = people.find(({ id }) => id === changed) ?? null;
  const columns = ['name', 'email', 'role', 'catalogs', 'state', 'change'] as const;
  return (
    <>
      <Section id="people" title={t('title')} className="pb-8">
        <DataTable
          caption=""
          columns={columns.map((name) => t(`columns.${name}`))}
          long={[t('columns.name'), t('columns.email'), t('columns.catalogs')]}
          rows={people.map(
            ({ id, name, email, role, catalogs: some, joinedAt, isInvited, isUndelivered }) => ({
              key: id,
              isDim: joinedAt === null && !isInvited,
              cells: [
                name,
                email,
                roles.find((one) => one.role === role)?.name ?? role,
                some === null ? t('allCatalogs') : some.map(nameOf).join(', '),
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
            }),
          )}
        />
      </Section>
      {changing === null ? null : (
        <PersonForms person={changing} catalogs={catalogs} roles={roles} actions={actions} />
      )}
      <Section id="invite" title={t('invite.title')} className="pb-8">
        <InviteForm
          invite={actions.invite}
          roles={roles}
          catalogs={catalogs}
          texts={{
            ...texts,
            about: t('invite.about'),
            email: t('columns.email'),
            button: t('invite.button'),
          }}
        />
      </Section>
    </>
  );
}
