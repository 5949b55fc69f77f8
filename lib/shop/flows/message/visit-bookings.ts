import type { VisitPath } from '../../../client/visitor-list';
import type { Found } from '../../../client/result';
import type { VisitorList } from '../../../contract/visitor-list';
import type { Language } from '../../../locale/languages';
import type { CheckoutContext } from '../../context';
import { type Addressed, countAddressed, type VisitBooking } from '../../data/message-store';
import type { Audience } from '../../values/message-values';

/** The bookings of a part of a list that have a ticket which is not cancelled. */
export function bookingsOf({ visitors }: Pick<VisitorList, 'visitors'>): VisitBooking[] {
  const waits = new Map<string, boolean>();
  for (const { externalReference: reference, status, order } of visitors) {
    if (status === 'cancelled') continue;
    // An order without our reference was not made by the shop: it is counted, and can’t be written to.
    const name = reference ?? order;
    waits.set(name, waits.get(name) === true || status === 'valid');
  }
  return [...waits].map(([reference, one]) => ({ reference, waits: one }));
}

export const isOfAudience = (audience: Audience, { waits }: VisitBooking): boolean =>
  audience === 'everyone' || waits;

/** What a message is about, and who can be written to. */
export interface AddressedVisit extends Pick<VisitorList, 'event' | 'occursAt' | 'day' | 'timezone'> {
  readonly addressed: Readonly<Record<Audience, Addressed>>;
}

/** Reads the whole list of a visit, 2,000 tickets a call, and counts its bookings by language with one statement. */
export async function readAddressed(
  { client, database }: Pick<CheckoutContext, 'client' | 'database'>,
  visit: VisitPath,
  language: Language,
): Promise<Found<AddressedVisit>> {
  const all = new Map<string, boolean>();
  let after: string | null = null;
  for (;;) {
    const part: Found<VisitorList> = await client.listVisitors(visit, after, { language });
    if (part.kind === 'missing') return part;
    // The tickets of a booking may be in two parts.
    for (const { reference, waits } of bookingsOf(part.value))
      all.set(reference, all.get(reference) === true || waits);
    after = part.value.visitors.at(-1)?.id ?? null;
    if (part.value.more && after !== null) continue;
    const { event, occursAt, day, timezone } = part.value;
    const bookings = [...all].map(([reference, waits]) => ({ reference, waits }));
    const addressed = await countAddressed(database, bookings);
    return { kind: 'found', value: { event, occursAt, day, timezone, addressed } };
  }
}
