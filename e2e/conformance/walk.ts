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

// In this order: checks of all responses come last, and checks that hold everything come just before.
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

/** Runs the suite, or only the named parts and checks of it. */
export async function walk(
  world: World,
  wanted: readonly Part[] = allParts,
  isWanted: (check: Check) => boolean = () => true,
): Promise<Result[]> {
  const checks = allParts.filter((part) => wanted.includes(part)).flatMap((part) => parts[part]);
  return runChecks(world, checks.filter(isWanted));
}
