import { authenticationChecks, isolationChecks } from './authentication';
import { catalogChecks } from './catalog';
import { type Check, type Result, runChecks } from './check';
import { bookingListChecks, collectionChecks } from './collections';
import { documentChecks } from './documents';
import { errorChecks, throughoutChecks } from './errors';
import { expiryChecks } from './expiry';
import { offerChecks } from './offers';
import { orderChecks } from './orders';
import { reservationChecks } from './reservations';
import { stockChecks } from './stock';
import { transportChecks } from './transport';
import type { World } from './world';

// In this order: what looks at all answers comes last, what holds everything before it.
const parts = {
  transport: transportChecks,
  authentication: authenticationChecks,
  collections: collectionChecks,
  catalog: catalogChecks,
  offers: offerChecks,
  reservations: reservationChecks,
  orders: orderChecks,
  documents: documentChecks,
  bookings: bookingListChecks,
  isolation: isolationChecks,
  expiry: expiryChecks,
  stock: stockChecks,
  errors: errorChecks,
  throughout: throughoutChecks,
} satisfies Record<string, readonly Check[]>;

export type Part = keyof typeof parts;

const allParts = Object.keys(parts) as Part[];

/** Walks through the specification; only through the wanted parts and checks of it, where they are named. */
export async function walk(
  world: World,
  wanted: readonly Part[] = allParts,
  isWanted: (check: Check) => boolean = () => true,
): Promise<Result[]> {
  const checks = allParts.filter((part) => wanted.includes(part)).flatMap((part) => parts[part]);
  return runChecks(world, checks.filter(isWanted));
}
