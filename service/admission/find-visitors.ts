import { type FoundVisitors, mostVisitors, type VisitorSearch } from '@/lib/contract/admission-visitor';
import { addresses } from '@/lib/contract/iri';
import { typedText } from '@/lib/contract/typed-text';
import type { ReadContext } from '../catalog/known-catalogs';
import type { Call } from '../http/route';
import { withOffset } from '../session/session-resource';
import { namedFor } from './admission-resource';
import { ticketTypes, typeKey } from './day-store';
import { visitorsByName } from './visitor-store';

const mostWords = 6;

/** POST /v1/booking/admission_list/_search: it only reads; an address would leave names in logs. */
export async function findVisitors(
  { database, newId }: ReadContext & { newId: () => string },
  { body, principal, acceptLanguage }: Call<never, unknown, VisitorSearch>,
): Promise<FoundVisitors> {
  const { name, sessions, events, catalog, catalogs, date } = body;
  const words = typedText(name)
    .split(/[\s\-'’.]+/)
    .filter((word) => word !== '')
    .slice(0, mostWords);
  const filter = {
    organization: principal.organization.id,
    date,
    catalog,
    catalogs,
    session: null,
    sessions,
    events,
    words,
  };
  const rows = words.length === 0 ? [] : await visitorsByName(database, filter, mostVisitors + 1);
  const shown = rows.slice(0, mostVisitors);
  const keys = new Map(shown.map((one) => [typeKey(one), one]));
  const types = new Map((await ticketTypes(database, [...keys.values()])).map((one) => [typeKey(one), one]));
  const visitors = shown.map((one): FoundVisitors['visitors'][number] => {
    const type = types.get(typeKey(one));
    if (type === undefined) throw new Error(`the ticket ${one.id} has no type`);
    const named = namedFor(acceptLanguage, type);
    const { catalogId, eventId, sessionId, holder, customer, seat } = one;
    return {
      id: one.id,
      holder: holder && { firstname: holder.firstname, lastname: holder.lastname },
      customer: { firstname: customer.firstname, lastname: customer.lastname },
      booking: one.booking,
      tariff: { name: named(type.tariffName), reduced: type.tariffReduced },
      name: named(type.ticketName),
      event: named(type.eventName),
      session: sessionId && addresses.session(catalogId, eventId, sessionId),
      occursAt: type.occursAt && withOffset(type.occursAt, type.timezone),
      day: one.day,
      timezone: type.timezone,
      seat: seat && { ...seat, section: named(seat.section) },
      status: one.status,
      redeemedAt: one.redeemedAt?.toISOString() ?? null,
    };
  });
  return {
    '@id': `/.well-known/genid/${newId()}`,
    '@type': 'AdmissionVisitors',
    visitors,
    more: rows.length > mostVisitors,
  };
}
