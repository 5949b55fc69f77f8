import { venueDay } from './venue-time';

interface Sold {
  readonly saleEndsAt?: string | null | undefined;
}

/** Whether customers can do nothing with a session any more: it has begun, and is not sold after that. `at`: ms since 1970. */
export function isOver({ occursAt, saleEndsAt }: Choosable, at: number): boolean {
  return Math.max(Date.parse(occursAt), Date.parse(saleEndsAt ?? occursAt)) <= at;
}

/** When the sale of the last of some offers has ended; null: it has not, or the server does not say it. */
export function lastSaleEnded(offers: readonly Sold[], now: Date): string | null {
  const ends = offers.flatMap(({ saleEndsAt }) => saleEndsAt ?? []);
  const last = ends.sort((one, other) => Date.parse(one) - Date.parse(other)).at(-1);
  if (last === undefined || ends.length < offers.length) return null;
  return Date.parse(last) <= now.getTime() ? last : null;
}

interface Choosable extends Sold {
  readonly occursAt: string;
}

/**
 * When the sale of an offer ends for all its sessions. Null: each of these says it itself, because some ticket's last session
 * ends with the offer or before it, or the server does not say it.
 */
export function commonSaleEnd(
  offer: Sold & { readonly date: string },
  tickets: readonly { readonly dateAccess: boolean; readonly sessions: readonly Choosable[] }[],
): string | null {
  const end = earlySaleEnd(offer);
  if (end === null) return null;
  const isLast = tickets.some(({ dateAccess, sessions }) => {
    const ends = sessions.map(({ saleEndsAt, occursAt }) => Date.parse(saleEndsAt ?? occursAt));
    return !dateAccess && Math.max(...ends) <= Date.parse(end);
  });
  return isLast ? null : end;
}

/**
 * When the sale of an offer (for a session) ends, if that is sooner than customers expect: before the session begins, or within
 * the offer's day. ISO 8601; null: it ends with that, or the server does not say it.
 */
export function earlySaleEnd(
  offer: Sold & { readonly date: string },
  session: Choosable | null = null,
): string | null {
  const [first] = [offer.saleEndsAt, session?.saleEndsAt]
    .flatMap((end) => end ?? [])
    .sort((one, other) => Date.parse(one) - Date.parse(other));
  if (first === undefined) return null;
  const isExpected =
    session === null ? venueDay(first) > offer.date : Date.parse(first) >= Date.parse(session.occursAt);
  return isExpected ? null : first;
}
