import { useLocale, useMessages, useTranslations } from 'next-intl';
import type { AuditEntry } from '@/lib/shop/data/audit-store';
import { auditChanges } from '@/lib/shop/values/audit-changes';
import { paths } from '@/lib/locale/paths';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { Field, SelectField } from '../../ui/field';
import { Link } from '../../ui/link';
import { useAuditDetails } from './audit-details';
import { useStamp } from '../ui/stamp';
import { PageTitle } from '../ui/page-title';

type Query = Readonly<Record<'about' | 'action' | 'from' | 'to', string | undefined>>;

interface AuditLogProps {
  readonly entries: readonly AuditEntry[];
  /** The entry after which the next page begins; undefined on the last page. */
  readonly next: number | undefined;
  readonly query: Query;
  /** By which one can filter. */
  readonly actions: readonly string[];
  /** Of the catalogues that entries are about, by their identifiers, as far as they can be read. */
  readonly catalogNames: Readonly<Record<string, string>>;
  /** What was given as a day and is none. */
  readonly wrongDays: Readonly<Partial<Record<'from' | 'to', string>>>;
}

/** The names of all actions: those of the timeline's events, and those of the audit log alone. */
function useActionNames(): ReadonlyMap<string, string> {
  const { happened, audit } = useMessages().staff;
  const named = Object.entries({ ...happened, ...audit.actions }).filter(([name]) => name !== 'other');
  return new Map(named.map(([name, text]) => [name, text]));
}

function Filter({
  query,
  actions,
  wrongDays,
  names,
}: Pick<AuditLogProps, 'query' | 'actions' | 'wrongDays'> & { names: ReadonlyMap<string, string> }) {
  const t = useTranslations('staff.audit');
  const language = useLocale();
  const errorOf = (day: string | undefined) => (day === undefined ? undefined : t('wrongDay', { day }));
  const offered = actions.map((name) => [name, names.get(name) ?? name] as const);
  const sorted = offered.toSorted(([, a], [, b]) => a.localeCompare(b, language));
  return (
    <search>
      <form
        action={paths.staffAudit(language)}
        className="grid items-end gap-4 pb-8 sm:grid-cols-2 lg:grid-cols-5"
      >
        <Field
          name="about"
          type="search"
          label={t('about')}
          defaultValue={query.about}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
        />
        <SelectField name="action" label={t('action')} defaultValue={query.action ?? ''}>
          <option value="">{t('any')}</option>
          <option value={auditChanges}>{t('changes')}</option>
          {sorted.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </SelectField>
        <Field
          name="from"
          type="date"
          label={t('from')}
          defaultValue={query.from}
          error={errorOf(wrongDays.from)}
        />
        <Field name="to" type="date" label={t('to')} defaultValue={query.to} error={errorOf(wrongDays.to)} />
        <Button type="submit">{t('button')}</Button>
      </form>
    </search>
  );
}

const link = (href: string, text: string) => (
  <Link href={href} className="inline-flex min-h-target items-center underline">
    {text}
  </Link>
);

/** What the entry is about: with its name, and the way to it. */
function Subject({ entry, catalogNames }: { entry: AuditEntry } & Pick<AuditLogProps, 'catalogNames'>) {
  const t = useTranslations('staff.audit.subjects');
  const language = useLocale();
  const { subjectKind, subjectId, subjectName, reference } = entry;
  if (subjectKind === null || subjectId === null) return null;
  switch (subjectKind) {
    case 'checkout':
      return link(paths.staffOrder(language, subjectId), reference ?? subjectId);
    case 'catalog':
      return link(paths.staffCatalog(language, subjectId), catalogNames[subjectId] ?? t('catalog'));
    case 'event_change':
      return link(paths.staffEventChange(language, subjectId), t('eventChange'));
    case 'closing':
      return link(paths.staffClosing(language, { day: subjectId }), t('closing', { day: subjectId }));
    case 'shift':
      return link(paths.staffShift(language, subjectId), t('shift'));
    case 'message':
      return link(paths.staffMessage(language, subjectId), t('message'));
    case 'guest_list':
      return link(paths.staffGuestList(language, subjectId), t('guestList'));
    case 'waiting_list':
      return link(paths.staffWaitingList(language, subjectId), t('waitingList'));
    case 'waiting_room':
      return t('waitingRoom', { id: subjectId });
    case 'person':
      return subjectId;
    case 'staff':
      return subjectName ?? subjectId;
  }
}

interface RowProps extends Pick<AuditLogProps, 'catalogNames'> {
  readonly entry: AuditEntry;
  readonly names: ReadonlyMap<string, string>;
}

function Row({ entry, names, catalogNames }: RowProps) {
  const detailsOf = useAuditDetails();
  const stamp = useStamp();
  const cell = 'py-2 pr-6 align-baseline max-md:block max-md:py-0';
  const { at, name, staff, action } = entry;
  return (
    <tr className="border-b border-rule max-md:block max-md:py-3">
      <td className={`${cell} tabular text-small whitespace-nowrap`}>
        <time dateTime={at.toISOString()}>{stamp(at)}</time>
      </td>
      <td className={`${cell} wrap-anywhere`}>
        {name ?? staff}
        {/* Two people may have the same name, and the log is searched by it. */}
        {name === null ? null : <span className="block text-small text-ink-soft">{staff}</span>}
      </td>
      <td className={`${cell} font-bold`}>{names.get(action) ?? action}</td>
      <td className={`${cell} tabular wrap-anywhere`}>
        <Subject entry={entry} catalogNames={catalogNames} />
      </td>
      <td className={`${cell} text-small wrap-anywhere text-ink-soft`}>{detailsOf(entry)}</td>
    </tr>
  );
}

export function AuditLog({ entries, next, query, actions, catalogNames, wrongDays }: AuditLogProps) {
  const t = useTranslations('staff.audit');
  const language = useLocale();
  const names = useActionNames();
  return (
    <>
      <PageTitle title={t('title')} />
      <Filter query={query} actions={actions} wrongDays={wrongDays} names={names} />
      {entries.length === 0 ? (
        <Empty title={t('none')} />
      ) : (
        <table className="w-full text-left">
          <caption className="pb-2 text-left text-small text-ink-soft">{t('caption')}</caption>
          <thead className="border-b-2 border-ink text-small max-md:sr-only">
            <tr>
              {(['at', 'who', 'what', 'subject', 'detail'] as const).map((column) => (
                <th key={column} scope="col" className="py-2 pr-6 font-normal text-ink-soft">
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} names={names} catalogNames={catalogNames} />
            ))}
          </tbody>
        </table>
      )}
      {next === undefined ? null : (
        <p className="pt-4">
          <Link
            href={paths.staffAudit(language, { ...query, before: String(next) })}
            rel="next"
            className="inline-flex min-h-target items-center underline"
          >
            {t('older')}
          </Link>
        </p>
      )}
    </>
  );
}
