import { addresses } from '@/lib/contract/iri';
import type { Session as SessionResource } from '@/lib/contract/session';
import { localize } from '@/lib/locale/languages';
import type { Catalog } from '../catalog/catalog';
import { withOffset } from './local-time';
import type { StoredSession } from './session';

/** A session on the wire (specification §2.4), its time with the offset of the venue. */
export function sessionResource(session: StoredSession, catalog: Catalog, language: string): SessionResource {
  return {
    '@id': addresses.session(catalog.id, session.eventId, session.id),
    '@type': 'TicketingSession',
    id: session.id,
    occursAt: withOffset(session.occursAt, catalog.timezone),
    duration: session.duration,
    availableQuantity: session.availableQuantity,
    name: session.name && localize(session.name, language, catalog.language),
    description: session.description && localize(session.description, language, catalog.language),
    status: session.status,
  };
}
