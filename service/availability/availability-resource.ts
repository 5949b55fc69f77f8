import type { z } from 'zod';
import { offerAvailabilitySchema } from '@/lib/contract/offer';

/** The availability of an offer or a session; each has its own `@type`. */
export const availabilitySchema = offerAvailabilitySchema.required();

export type AvailabilityStatus = z.output<typeof availabilitySchema>['status'];

// At or below this many, a shop would say "only a few left".
const few = 10;

/** The availability as one word of OCTO. `left` null means unlimited; `open` false means no longer on sale. */
export function availabilityStatus(open: boolean, left: number | null): AvailabilityStatus {
  if (!open) return 'CLOSED';
  if (left === null) return 'FREESALE';
  if (left === 0) return 'SOLD_OUT';
  return left <= few ? 'LIMITED' : 'AVAILABLE';
}

/** The availability of an offer or a session as a response (specification §4.1). */
export function availabilityResource<Type extends string>(
  path: string,
  type: Type,
  { open, left, mayReturn, now }: { open: boolean; left: number | null; mayReturn: boolean; now: Date },
) {
  const status = availabilityStatus(open, left);
  return {
    '@id': path,
    '@type': type,
    availableQuantity: left,
    available: status !== 'CLOSED' && status !== 'SOLD_OUT',
    status,
    mayReturn,
    syncAt: now.toISOString(),
  };
}
