import type { OverrideInput } from '@/lib/contract/catalog-override';
import { addresses, eventPath, offerPath, productPath, sessionPath } from '@/lib/contract/iri';
import type { Reader } from '@/lib/database/database';
import { findEvent } from '../event/event-store';
import { InvalidRequest } from '../http/problem';
import { findOffer } from '../offer/offer-store';
import { findProduct } from '../product/product-store';
import { findSession } from '../session/session-store';

/** What an override is about: its id and its path. */
export interface Subject {
  id: string;
  path: string;
}

/** The subject of an override in the catalogue. Throws 422 if it does not exist, or is of another kind. */
export async function requiredSubject(
  reader: Reader,
  catalogId: string,
  input: OverrideInput,
): Promise<Subject> {
  const found = await findSubject(reader, catalogId, input);
  if (found === null)
    throw new InvalidRequest([{ path: 'subject', code: 'regex', messageKey: 'unknownSubject' }]);
  return found;
}

async function findSubject(reader: Reader, catalogId: string, input: OverrideInput): Promise<Subject | null> {
  switch (input.kind) {
    case 'hidden': {
      const path = addresses.catalog(catalogId);
      return input.subject === undefined || input.subject === path ? { id: catalogId, path } : null;
    }
    case 'sales_stop':
      return (
        (await eventAt(reader, catalogId, input.subject)) ??
        (await sessionAt(reader, catalogId, input.subject)) ??
        productAt(reader, catalogId, input.subject)
      );
    case 'capacity':
      return (await sessionAt(reader, catalogId, input.subject)) ?? offerAt(reader, catalogId, input.subject);
    case 'price':
      return productAt(reader, catalogId, input.subject);
  }
}

async function eventAt(reader: Reader, catalogId: string, iri: string): Promise<Subject | null> {
  const path = eventPath(iri);
  if (path?.catalogId !== catalogId) return null;
  const event = await findEvent(reader, catalogId, path.eventId);
  return event === null ? null : { id: event.id, path: addresses.event(catalogId, event.id) };
}

async function sessionAt(reader: Reader, catalogId: string, iri: string): Promise<Subject | null> {
  const path = sessionPath(iri);
  if (path?.catalogId !== catalogId) return null;
  const session = await findSession(reader, catalogId, path.eventId, path.sessionId);
  if (session === null) return null;
  return { id: session.id, path: addresses.session(catalogId, session.eventId, session.id) };
}

/** A product of the catalogue by its path, or null. */
export async function productAt(reader: Reader, catalogId: string, iri: string): Promise<Subject | null> {
  const path = productPath(iri);
  if (path?.catalogId !== catalogId) return null;
  const product = await findProduct(reader, catalogId, path.productId);
  return product === null ? null : { id: product.id, path: addresses.product(catalogId, product.id) };
}

async function offerAt(reader: Reader, catalogId: string, iri: string): Promise<Subject | null> {
  const path = offerPath(iri);
  if (path?.catalogId !== catalogId) return null;
  const offer = await findOffer(reader, catalogId, path.offerId);
  return offer === null ? null : { id: offer.id, path: addresses.offer(catalogId, offer.id) };
}
