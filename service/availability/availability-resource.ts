import type { OfferAvailability } from '@/lib/contract/offer';

// At or below this many, a shop would say "only a few left".
const few = 10;

/** What is left, in one word, as OCTO names it. `left` null is unlimited; `open` false is no longer on sale. */
export function availabilityStatus(
  open: boolean,
  left: number | null,
): NonNullable<OfferAvailability['status']> {
  if (!open) return 'CLOSED';
  if (left === null) return 'FREESALE';
  if (left === 0) return 'SOLD_OUT';
  return left <= few ? 'LIMITED' : 'AVAILABLE';
}

/** What is left of an offer or a session on the wire (specification §4.1). */
export function availabilityResource<Type extends string>(
  path: string,
  type: Type,
  { open, left, now }: { open: boolean; left: number | null; now: Date },
) {
  const status = availabilityStatus(open, left);
  return {
    '@id': path,
    '@type': type,
    availableQuantity: left,
    available: status !== 'CLOSED' && status !== 'SOLD_OUT',
    status,
    syncAt: now.toISOString(),
  };
}
