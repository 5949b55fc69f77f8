import { venueDay } from './venue-time';

interface Sold {
  readonly saleEndsAt?: string | null | undefined;
}

/**
 * When the sale of an offer (for a session) ends, if that is sooner than customers expect: before the session begins, or within
 * the offer's day. ISO 8601; null: it ends with that, or the server does not say it.
 */
export function earlySaleEnd(
  offer: Sold & { readonly date: string },
  session: (Sold & { readonly occursAt: string }) | null = null,
): string | null {
  const [first] = [offer.saleEndsAt, session?.saleEndsAt]
    .flatMap((end) => end ?? [])
    .sort((one, other) => Date.parse(one) - Date.parse(other));
  if (first === undefined) return null;
  const isExpected =
    session === null ? venueDay(first) > offer.date : Date.parse(first) >= Date.parse(session.occursAt);
  return isExpected ? null : first;
}
