import type { VisitPath } from '../../../client/visitor-list';
import type { Language } from '../../../locale/languages';
import { readVisitors } from '../../../shop/flows/lookup/read-visitors';
import { forStaffOfCatalog, type StaffAnswer, type StaffOfCatalog } from '../../common/account/for-staff';
import { may } from '../../common/account/staff-access';
import { isId, load, need } from '../../common/request/load';
import { isBookDay } from '../report/report-period';
import { visitorCounts } from './visitor-counts';

/** What the address of a list says. `visit`: a session, or the day of what is for any time. */
export interface VisitAddress {
  readonly catalogId: string;
  readonly eventId: string;
  readonly visit: string;
}

/** Null: there can be no such visit. */
export function visitPathOf({ catalogId, eventId, visit }: VisitAddress): VisitPath | null {
  if (!isId(catalogId) || !isId(eventId)) return null;
  if (isId(visit)) return { catalogId, eventId, session: visit, date: null };
  return isBookDay(visit) ? { catalogId, eventId, session: null, date: visit } : null;
}

/** Who comes, with counts. Each reading is an entry of the audit log, without names. */
export function readVisitorList(address: VisitAddress, language: Language) {
  return forStaffOfCatalog('orders:read', address.catalogId, async (staff) => {
    const visit = visitPathOf(address);
    return visit === null ? ({ kind: 'missing' } as const) : load([], () => readFor(staff, visit, language));
  });
}

async function readFor(
  { checkoutContext, catalogAdmin, audit, member }: StaffOfCatalog<'orders:read'>,
  visit: VisitPath,
  language: Language,
) {
  const list = need(await readVisitors(checkoutContext, visit, language));
  const { session, date, eventId: event } = visit;
  const found = list.visitors.length;
  await audit({
    action: 'visitors_listed',
    subject: { kind: 'catalog', id: visit.catalogId },
    detail: { event, ...(session === null ? { date } : { session }), found },
  });
  return {
    ...list,
    ...visitorCounts(list.visitors),
    mayOpenEvent: may(member, 'reports:read'),
    mayWrite: may(member, 'orders:change by catalog'),
    mayGive: catalogAdmin !== null && may(member, 'tickets:give'),
  };
}

export type VisitorListPage = Extract<StaffAnswer<typeof readVisitorList>, { kind: 'loaded' }>['value'];
