import type { Language } from '../../../locale/languages';
import { venueToday } from '../../../locale/venue-time';
import type { CatalogAdmin } from '../../../client/catalog-admin';
import type { AdmissionSession } from '../../../contract/admission';
import { lastSegment } from '../../../contract/iri';
import type { ManagedCatalog, SessionOfDay } from '../../../contract/managed-catalog';
import { includesCatalog, onlyOf } from '../../../shop/rules/staff-catalogs';
import { need } from '../../common/request/load';
import { parseCount, firstText } from '../../common/request/parameters';
import { isBookDay } from '../report/report-period';
import { forCatalogs } from '../administration/catalogs';

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

export const sessionsOfDayPerPage = 50;
const missing = { kind: 'missing' } as const;

/** What an address asks for. `day` null: today at each venue. */
export interface DayQuery {
  day: string | null;
  /** The typed day is none. */
  isWrong: boolean;
  /** Only this catalogue, and which page of its sessions, counted from 1. */
  catalog: string | undefined;
  page: number;
}

export function dayQuery(parameters: Parameters): DayQuery {
  const typed = firstText(parameters['day']) ?? '';
  const isKnown = isBookDay(typed);
  return {
    day: isKnown ? typed : null,
    isWrong: typed !== '' && !isKnown,
    catalog: firstText(parameters['catalog']),
    page: Math.max(1, parseCount(parameters['page'], 5) ?? 1),
  };
}

/** The sessions of a day in each catalogue of the issuer with which the person works, with what is held, sold and admitted. */
export function readSessionsOfDay({ day, catalog, page }: DayQuery, language: Language) {
  const ids = catalog === undefined ? [] : [catalog];
  return forCatalogs('reports:read by catalog', ids, async (admin, { catalogs }, client) => {
    const chosen =
      catalog === undefined
        ? need(await admin.listCatalogs({ language })).members.filter(({ id }) =>
            includesCatalog(catalogs, id),
          )
        : [
            need(
              includesCatalog(catalogs, catalog) ? await admin.getCatalog(catalog, { language }) : missing,
            ),
          ];
    const [days, visits] = await Promise.all([
      Promise.all(chosen.map((one) => readDay(admin, one, { day, page }, language))),
      chosen.length === 0
        ? null
        : client.listAdmissionSessions({ date: day ?? undefined, within: onlyOf(catalogs) }, { language }),
    ]);
    // A service without admission, or a token without the scope, does not say how many tickets for any time were sold.
    const found = visits?.kind === 'sessions' ? visits.sessions : [];
    return days.map((one) => ({ ...one, anyTime: anyTimeOf(one, found) }));
  });
}

/** The visits of a day at any time, which have no session. */
const anyTimeOf = (
  { catalog, day }: { catalog: ManagedCatalog; day: string },
  visits: readonly AdmissionSession[],
) =>
  visits.filter((one) => one.session === null && one.day === day && lastSegment(one.catalog) === catalog.id);

async function readDay(
  admin: CatalogAdmin,
  catalog: ManagedCatalog,
  { day, page }: Pick<DayQuery, 'day' | 'page'>,
  language: Language,
) {
  const query = { day, page, size: sessionsOfDayPerPage };
  const { members, totalItems } = need(await admin.pageOfSessionsOfDay(catalog.id, query, { language }));
  const now = new Date();
  const today = venueToday(now, catalog.timezone);
  return {
    catalog,
    day: day ?? today,
    sessions: members.map((one) => ({
      ...one,
      phase: (day ?? today) === today ? phaseOf(one, now.getTime()) : null,
    })),
    page,
    pages: Math.max(1, Math.ceil(totalItems / sessionsOfDayPerPage)),
  };
}

/** Whether a session of today is over, runs or comes. One whose end is not known is over when it has begun. */
export function phaseOf(
  { occursAt, endsAt }: Pick<SessionOfDay, 'occursAt' | 'endsAt'>,
  now: number,
): 'over' | 'running' | 'coming' {
  if (now < Date.parse(occursAt)) return 'coming';
  return now < Date.parse(endsAt ?? occursAt) ? 'running' : 'over';
}

type Read = Extract<Awaited<ReturnType<typeof readSessionsOfDay>>, { kind: 'staff' }>['value'];
export type CatalogDay = Extract<Read, { kind: 'loaded' }>['value'][number];
