import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { sessionSchema as readSessionSchema } from '@/lib/contract/session';
import { localize } from '@/lib/locale/languages';
import { availabilitySchema } from '../availability/availability-resource';
import type { Catalog } from '../catalog/catalog';
import { catalogSchema } from '../catalog/catalog-resource';
import { eventSchema } from '../event/event-resource';
import { exampleId, exampleOf } from '../http/named-schema';
import type { StoredSession } from './session-store';

const id = exampleId(3);

export const sessionSchema = readSessionSchema
  .required()
  .extend({ event: eventSchema.optional().meta({ description: 'Only inside an offer ticket.' }) })
  .meta({
    id: 'TicketingSession',
    description: 'One occurrence of an event (§2.4).',
    example: {
      '@id': addresses.session(exampleOf(catalogSchema).id, exampleOf(eventSchema).id, id),
      '@type': 'TicketingSession',
      id,
      occursAt: '2027-06-01T10:00:00+02:00',
      duration: 'PT60M',
      availableQuantity: 48,
      name: null,
      description: null,
      status: 'on_sale',
      mayReturn: false,
      counterOnly: 0,
      saleEndsAt: '2027-06-01T09:00:00+02:00',
      seatPlan: null,
    },
  });

export const sessionAvailabilitySchema = availabilitySchema
  .extend({ '@type': z.literal('TicketingSessionAvailability') })
  .meta({
    id: 'TicketingSessionAvailability',
    description: 'What is left of a session at this moment.',
    'x-extension': true,
    example: {
      '@id': `${exampleOf(sessionSchema)['@id']}/availability`,
      '@type': 'TicketingSessionAvailability',
      availableQuantity: 48,
      available: true,
      status: 'AVAILABLE',
      mayReturn: false,
      syncAt: '2027-05-20T07:45:00.000Z',
    },
  });

/** A session as a response (specification §2.4), its time with the offset of the venue. */
export function sessionResource(
  session: StoredSession,
  catalog: Catalog,
  language: string,
): z.output<typeof sessionSchema> {
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
    mayReturn: session.mayReturn,
    counterOnly: session.counterOnly,
    saleEndsAt: session.saleEndsAt && withOffset(session.saleEndsAt, catalog.timezone),
    seatPlan: session.seatPlanId && addresses.seatPlan(catalog.id, session.seatPlanId),
  };
}

/** The moment with the UTC offset of its time zone, to the second: `2026-11-22T10:00:00+01:00`. */
export function withOffset(moment: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toString({
    timeZone: timezone,
    smallestUnit: 'second',
  });
}
