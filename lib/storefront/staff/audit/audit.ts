import { z } from 'zod';
import { type AuditEntry, auditPageSize, readAudit } from '../../../shop/data/audit-store';
import { auditActions } from '../../../shop/tables/audit-table';
import { ServiceError } from '../../../client/service-error';
import { typedText } from '../../../contract/typed-text';
import type { Language } from '../../../locale/languages';
import type { AppContext } from '../../../runtime/app-context';
import { firstText } from '../../common/request/parameters';
import { forStaff } from '../../common/account/for-staff';

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

const day = z.iso.date();
const actionName = z.string().regex(/^[a-z_]{1,60}$/);
const entryNumber = z.string().regex(/^\d{1,15}$/);

/** What the form of the page asks for; what is malformed counts as not given (see `wrongDays`). */
export function auditQuery(parameters: Parameters) {
  const about = typedText(firstText(parameters['about']) ?? '').slice(0, 254);
  return {
    about: about === '' ? undefined : about,
    action: actionName.safeParse(firstText(parameters['action'])).data,
    from: day.safeParse(firstText(parameters['from'])).data,
    to: day.safeParse(firstText(parameters['to'])).data,
    before: entryNumber.safeParse(firstText(parameters['before'])).data,
  };
}

/** What was given as a day and is none. */
export function wrongDays(parameters: Parameters): Partial<Record<'from' | 'to', string>> {
  const wrong = (['from', 'to'] as const).flatMap((name) => {
    const text = firstText(parameters[name]) ?? '';
    return text === '' || day.safeParse(text).success ? [] : [[name, text.slice(0, 40)] as const];
  });
  return Object.fromEntries(wrong);
}

/** The names of catalogues, by their identifiers; none while the service can't be asked. */
async function readCatalogNames(
  { client, log }: AppContext,
  entries: readonly AuditEntry[],
  language: Language,
): Promise<Record<string, string>> {
  if (!entries.some(({ subjectKind }) => subjectKind === 'catalog')) return {};
  try {
    const { members } = await client.listCatalogs({ language });
    return Object.fromEntries(members.map(({ id, name }) => [id, name]));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.warn({ reason: error.reason }, 'the names of catalogues could not be read');
    return {};
  }
}

/** A page of the audit log. That it was read is an entry, too. */
export function searchAudit(query: ReturnType<typeof auditQuery>, language: Language) {
  return forStaff('audit:read', async (staff) => {
    const { checkoutContext, config } = staff;
    const { before, ...filter } = query;
    const entries = await readAudit(checkoutContext.database, {
      ...filter,
      timeZone: config.timeZone,
      before: before === undefined ? undefined : Number(before),
    });
    const given = Object.keys(filter).filter((name) => filter[name as keyof typeof filter] !== undefined);
    await staff.audit({ action: 'audit_read', detail: { by: given.join(' '), found: entries.length } });
    return {
      entries,
      next: entries.length === auditPageSize ? entries.at(-1)?.id : undefined,
      actions: auditActions,
      catalogNames: await readCatalogNames(staff, entries, language),
    };
  });
}
