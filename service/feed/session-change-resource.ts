import type { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { sessionChangeSchema as readSessionChangeSchema } from '@/lib/contract/session-change';
import { localize } from '@/lib/locale/languages';
import { negotiateLanguage } from '@/lib/locale/negotiate';
import { catalogSchema } from '../catalog/catalog-resource';
import { exampleId, exampleOf } from '../http/named-schema';
import { sessionSchema } from '../session/session-resource';
import type { SessionChangeView } from './session-change-store';

const id = exampleId(36);
const { '@id': session } = exampleOf(sessionSchema);

export const sessionChangeSchema = readSessionChangeSchema.meta({
  id: 'SessionChange',
  description: 'A session with sold tickets that an import changed.',
  'x-extension': true,
  example: {
    '@id': `${addresses.sessionChanges()}/${id}`,
    '@type': 'SessionChange',
    id,
    changedAt: '2027-05-20T07:45:00.000Z',
    what: 'moved',
    catalog: exampleOf(catalogSchema)['@id'],
    session,
    event: 'Boat',
    timezone: 'Europe/Paris',
    from: '2027-06-01T08:00:00.000Z',
    to: '2027-06-01T09:00:00.000Z',
    tickets: 40,
    orders: 18,
    bookings: 16,
  },
});

export function sessionChangeResource(
  view: SessionChangeView,
  acceptLanguage: string | null,
): z.output<typeof sessionChangeSchema> {
  const { catalogId, eventId, sessionId, language, languages, toTime } = view;
  const best = negotiateLanguage(acceptLanguage, languages, language);
  return {
    '@id': `${addresses.sessionChanges()}/${view.id}`,
    '@type': 'SessionChange',
    id: view.id,
    changedAt: view.changedAt.toISOString(),
    what: view.what,
    catalog: addresses.catalog(catalogId),
    session: addresses.session(catalogId, eventId, sessionId),
    event: localize(view.eventName, best, language),
    timezone: view.timezone,
    from: view.fromTime.toISOString(),
    to: toTime === null ? null : toTime.toISOString(),
    tickets: view.tickets,
    orders: view.orders,
    bookings: view.bookings,
  };
}
