import { type Draft, isMembers, keyedOf, listOf, stringOf } from './draft';
import { offersOf, ticketsOf } from './follow-sessions';
import { byTime, clockOf, nextSession, viewsOf } from './session-view';

type FoundThing = 'catalog' | 'event' | 'session' | 'product' | 'ticket' | 'offer' | 'form' | 'seatPlan';

/** The thing that an error of `_check` is about. */
export interface FoundPlace {
  readonly thing: FoundThing;
  /** The key of the event, product, form or seat plan; null: it has none. */
  readonly key: string | null;
  /** The key of the session or ticket, or the day of the offer; null: the thing itself is meant. */
  readonly inner: string | null;
  /** Its member; null: the whole thing. */
  readonly member: string | null;
}

const things: Readonly<Record<string, FoundThing>> = {
  events: 'event',
  products: 'product',
  forms: 'form',
  seatPlans: 'seatPlan',
};
const innerThings: Readonly<Record<string, FoundThing>> = {
  sessions: 'session',
  tickets: 'ticket',
  offers: 'offer',
};

/** `$.events[0].sessions[3].occursAt` as the thing that it names; null: it names the whole feed. */
export function placeOf(draft: Draft, jsonPath: string): FoundPlace | null {
  const [top = '', ...rest] = partsOf(jsonPath);
  if (top === 'catalog') return { thing: 'catalog', key: null, inner: null, member: rest[0] ?? null };
  const [index, member, innerIndex, innerMember] = rest;
  const thing = things[top];
  if (thing === undefined || index === undefined) return null;
  const outer = listOf(draft[top])[Number(index)];
  const key = isMembers(outer) ? stringOf(outer['key']) || null : null;
  const innerThing = innerThings[member ?? ''];
  if (innerThing === undefined || innerIndex === undefined)
    return { thing, key, inner: null, member: member ?? null };
  const one = isMembers(outer) ? listOf(outer[member ?? ''])[Number(innerIndex)] : null;
  const inner = isMembers(one) ? stringOf(one[innerThing === 'offer' ? 'date' : 'key']) || null : null;
  return { thing: innerThing, key, inner, member: innerMember ?? null };
}

const partsOf = (jsonPath: string): string[] =>
  [...jsonPath.matchAll(/\.([A-Za-z_]\w*)|\[(\d+)\]/g)].map(([, member, index]) => member ?? index ?? '');

export type OpenPointCode =
  | 'no_event'
  | 'no_place'
  | 'no_session'
  | 'no_future_session'
  | 'event_without_product'
  | 'no_product'
  | 'no_price'
  | 'no_vat_rate'
  | 'no_day';

/** What is missing before customers can buy. `key`: of the event or the product. */
export interface OpenPoint {
  readonly point: OpenPointCode;
  readonly key: string | null;
}

/** What of a document is not complete, though it may be without an error. */
export function openPoints(draft: Draft, today: string): OpenPoint[] {
  const events = keyedOf(draft.events);
  const products = keyedOf(draft.products);
  const clock = clockOf(draft);
  const tickets = products.flatMap(({ members }) => ticketsOf(members));
  const sold = new Set(tickets.map(({ event }) => event));
  const chosen = new Set(tickets.flatMap(({ event, dateAccess }) => (dateAccess ? [] : event)));
  return [
    ...(events.length === 0 ? [{ point: 'no_event', key: null } as const] : []),
    ...events.flatMap(({ key, members }): OpenPoint[] => {
      const sessions = viewsOf(members['sessions'], clock).sort(byTime);
      // Tickets that are valid at any time of a day need no session.
      const isOpen = sessions.length === 0 && sold.has(key) && !chosen.has(key);
      const isOver = sessions.length > 0 && nextSession(sessions, today) === null;
      return [
        ...(isMembers(members['venue']) ? [] : [{ point: 'no_place', key } as const]),
        ...(sessions.length > 0 || isOpen ? [] : [{ point: 'no_session', key } as const]),
        ...(isOver ? [{ point: 'no_future_session', key } as const] : []),
        ...(sold.has(key) ? [] : [{ point: 'event_without_product', key } as const]),
      ];
    }),
    ...(products.length === 0 ? [{ point: 'no_product', key: null } as const] : []),
    ...products.flatMap(({ key, members }): OpenPoint[] => {
      const { known } = offersOf(members);
      const isOver = known.every(({ date }) => date < today);
      return [
        ...(known.length === 0 ? [{ point: 'no_price', key } as const] : []),
        ...(known.length > 0 && isOver ? [{ point: 'no_day', key } as const] : []),
        ...(typeof members['vatRate'] === 'number' ? [] : [{ point: 'no_vat_rate', key } as const]),
      ];
    }),
  ];
}
