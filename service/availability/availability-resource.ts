import type { z } from 'zod';
import { offerAvailabilitySchema } from '@/lib/contract/offer';

/** The availability of an offer or a session; each has its own `@type`. */
export const availabilitySchema = offerAvailabilitySchema.required();

export type AvailabilityStatus = z.output<typeof availabilitySchema>['status'];

// At or below this many, a shop would say "only a few left".
const few = 10;

/** The availability as one word of OCTO. `left` null means unlimited. */
export function availabilityStatus(isOnSale: boolean, left: number | null): AvailabilityStatus {
  if (!isOnSale) return 'CLOSED';
  if (left === null) return 'FREESALE';
  if (left === 0) return 'SOLD_OUT';
  return left <= few ? 'LIMITED' : 'AVAILABLE';
}

interface Stock {
  isOnSale: boolean;
  /** Null is unlimited. */
  availableQuantity: number | null;
  mayReturn: boolean;
}

/** The availability of an offer or a session as a response (specification §4.1). */
export function availabilityResource<Type extends string>(
  path: string,
  type: Type,
  { isOnSale, availableQuantity, mayReturn, now }: Stock & { now: Date },
) {
  const status = availabilityStatus(isOnSale, availableQuantity);
  return {
    '@id': path,
    '@type': type,
    availableQuantity,
    available: status !== 'CLOSED' && status !== 'SOLD_OUT',
    status,
    mayReturn,
    syncAt: now.toISOString(),
  };
}
