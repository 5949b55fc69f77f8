import { z } from 'zod';
import { longestList } from '../../../shop/values/guest-values';
import type { WrongLine } from './guest-lines';

export const guestFields = ['names', 'offer', 'speaks', 'reason'] as const;
export type GuestField = (typeof guestFields)[number];
export type TypedGuests = Readonly<Record<GuestField, string>>;

const typed = z.string().max(1_000).default('');

export const guestForm = z.object({
  listId: z.guid(),
  catalogId: z.guid(),
  eventId: z.guid(),
  visit: z.string().max(100),
  names: z
    .string()
    .max(2 * longestList)
    .default(''),
  offer: typed,
  speaks: typed,
  reason: typed,
});

/** Why a list was not read. `closed`: it was started, or is somebody else’s. */
export type GuestProblem =
  | { readonly kind: 'closed' | 'missing' | 'unavailable' | 'not_set_up' | 'country' }
  | { readonly kind: 'nobody' | 'many' | 'offer' | 'speaks' | 'reason' }
  | { readonly kind: 'lines'; readonly lines: readonly WrongLine[] };
