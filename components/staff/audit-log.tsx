import { useLocale, useMessages, useTranslations } from 'next-intl';
import type { AuditEntry } from '@/lib/checkout/queries';
import { paths } from '@/lib/locale/paths';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Field, SelectField } from '../ui/field';
import { Link } from '../ui/link';
import { useStamp } from './stamp';

type Query = Readonly<Record<'about' | 'action' | 'from' | 'to', string | undefined>>;

interface AuditLogProps {
  readonly entries: readonly AuditEntry[];
  /** The entry after which the next page begins; undefined on the last page. */
  readonly next: number | undefined;
  readonly query: Query;
}

/** The names of all actions: those of the timeline's events, and those of the audit log alone. */
function useActionNames(): ReadonlyMap<string, string> {
  const { happened, audit } = useMessages().staff;
  const named = Object.entries({ ...happened, ...audit.actions }).filter(([name]) => name !== 'other');
  return new Map(named.map(([name, text]) => [name, text]));
}

function Filter({ query, names }: { query: Query; names: ReadonlyMap<string, string> }) {
  const t = useTranslations('staff.audit');
  const language = useLocale();
  const sorted = [...names].toSorted(([, a], [, b]) => a.localeCompare(b, language));
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
          {sorted.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </SelectField>
        <Field name="from" type="date" label={t('from')} defaultValue={query.from} />
        <Field name="to" type="date" label={t('to')} defaultValue={query.to} />
        <Button type="submit">{t('button')}</Button>
      </form>
    </search>
  );
}

/** Amounts, counts and identifiers, as they were written. */
function detailText(detail: AuditEntry['detail']): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}

function Row({ entry, names }: { entry: AuditEntry; names: ReadonlyMap<string, string> }) {
  const language = useLocale();
  const stamp = useStamp();
  const cell = 'py-2 pr-6 align-baseline max-md:block max-md:py-0';
  const { at, name, staff, action, subjectKind, subjectId, reference, detail } = entry;
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
        {subjectKind === 'checkout' && subjectId !== null ? (
          <Link
            href={paths.staffOrder(language, subjectId)}
            className="inline-flex min-h-target items-center underline"
          >
            {reference ?? subjectId}
          </Link>
        ) : (
          subjectId
        )}
      </td>
      <td className={`${cell} text-small wrap-anywhere text-ink-soft`}>{detailText(detail)}</td>
    </tr>
  );
}

export function AuditLog({ entries, next, query }: AuditLogProps) {
  const t = useTranslations('staff.audit');
  const language = useLocale();
  const names = useActionNames();
  return (
    <>
      <h1 className="pt-8 pb-6 text-title">{t('title')}</h1>
      <Filter query={query} names={names} />
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
              <Row key={entry.id} entry={entry} names={names} />
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
