import type { Language } from '../../../locale/languages';
import { venueToday } from '../../../locale/venue-time';
import type { CatalogAdmin } from '../../../client/catalog-admin';
import type { ManagedCatalog } from '../../../contract/managed-catalog';
import { need } from '../../common/request/load';
import { parseCount, firstText } from '../../common/request/parameters';
import { isBookDay } from '../report/report-period';
import { forCatalogs } from '../administration/catalogs';

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

export const sessionsOfDayPerPage = 50;

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

/** The sessions of a day in each catalogue of the issuer, with what is held, sold and admitted. */
export function readSessionsOfDay({ day, catalog, page }: DayQuery, language: Language) {
  return forCatalogs('reports:read', catalog === undefined ? [] : [catalog], async (admin) => {
    const chosen =
      catalog === undefined
        ? need(await admin.listCatalogs({ language })).members
        : [need(await admin.getCatalog(catalog, { language }))];
    return Promise.all(chosen.map((one) => readDay(admin, one, { day, page }, language)));
  });
}

async function readDay(
  admin: CatalogAdmin,
  catalog: ManagedCatalog,
  { day, page }: Pick<DayQuery, 'day' | 'page'>,
  language: Language,
) {
  const query = { day, page, size: sessionsOfDayPerPage };
  const { members, totalItems } = need(await admin.pageOfSessionsOfDay(catalog.id, query, { language }));
  return {
    catalog,
    day: day ?? venueToday(new Date(), catalog.timezone),
    sessions: members,
    page,
    pages: Math.max(1, Math.ceil(totalItems / sessionsOfDayPerPage)),
  };
}

type Read = Extract<Awaited<ReturnType<typeof readSessionsOfDay>>, { kind: 'staff' }>['value'];
export type CatalogDay = Extract<Read, { kind: 'loaded' }>['value'][number];
