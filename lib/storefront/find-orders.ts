import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Line } from '../checkout/checkout';
import { findOfGuest, type FoundOrder } from '../checkout/find-orders';
import { readHolds } from '../checkout/hold-store';
import { readIncidents } from '../checkout/incident-store';
import { beginLookup, tryCode } from '../checkout/lookup';
import { codeMinutes, findLookup, mostTries, type Lookup } from '../checkout/lookup-store';
import { typedEmailSchema } from '../contract/customer';
import type { Language } from '../locale/languages';
import { getRuntime } from '../runtime/runtime';
import { failedRefundPhase } from './failed-refund';
import { ensureGuest, forgetLookup, keepLookup, readGuest, readLookup } from './guest';
import { requestNetworks } from './network';
import { noteRefusal } from './note-refusal';
import { phaseOf, type PhaseKind } from './orders';

// A row and an e-mail each: no network fills the outbox. How many codes an address gets is limited in the database.
const duration = 15 * 60;
const searches = new RateLimiterMemory({ points: 20, duration });
const searchesOfSite = new RateLimiterMemory({ points: 100, duration });

/** What a code is good for. */
export const codeLimits = { minutes: codeMinutes, tries: mostTries } as const;

/**
 * Begins a search for the orders of an address. What is answered, and how long it takes, is the same whether there are
 * any. `email`: it is no address. `busy`: too many searches from this network.
 */
export async function beginSearch(typed: unknown, language: Language): Promise<'begun' | 'email' | 'busy'> {
  const email = typedEmailSchema.safeParse(typed);
  if (!email.success) return 'email';
  const { network, site } = await requestNetworks();
  if ((await isTooMuch(searches, network)) || (site !== null && (await isTooMuch(searchesOfSite, site)))) {
    await noteRefusal({ event: 'limit_reached', limit: 'searches' });
    return 'busy';
  }
  const { rooms, worker } = await getRuntime();
  await keepLookup(await beginLookup(rooms, { email: email.data, language, network: site ?? network }));
  worker.wake();
  return 'begun';
}

async function isTooMuch(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return false;
  } catch (error) {
    if (error instanceof RateLimiterRes) return true;
    throw error;
  }
}

/** The search that this browser began; null when it began none, or so long ago that its cookie is gone. */
export async function currentSearch(): Promise<Lookup | null> {
  const { rooms } = await getRuntime();
  const id = await readLookup();
  return id === null ? null : findLookup(rooms.database, id);
}

/**
 * Tries the code that was typed: eight digits, in groups or not. `format`: it is none, and was not counted. `over`: no
 * code may be tried for this search any more.
 */
export async function openByCode(typed: unknown): Promise<'opened' | 'wrong' | 'over' | 'format'> {
  const code = typeof typed === 'string' ? typed.normalize('NFKC').replaceAll(/[\s-]/g, '') : '';
  if (!/^\d{8}$/.test(code)) return 'format';
  const lookup = await currentSearch();
  const lookupId = await readLookup();
  if (lookup === null || lookupId === null) return 'over';
  const { rooms } = await getRuntime();
  const tried = await tryCode(rooms, { lookupId, code, tokenHash: await ensureGuest() });
  if (tried.kind !== 'opened') await noteRefusal({ event: 'access_refused', reason: 'code' });
  if (tried.kind !== 'wrong') await forgetLookup();
  return tried.kind;
}

export interface ListedOrder {
  id: string;
  reference: string;
  phase: PhaseKind;
  createdAt: Date;
  total: string | null;
  lines: Line[];
}

/** What this browser may see, newest first; nothing for a browser that we don't know. */
export async function listOrders(language: Language): Promise<ListedOrder[]> {
  const { rooms } = await getRuntime();
  const guest = await readGuest();
  if (guest === null) return [];
  const found = await findOfGuest(rooms.database, guest);
  return Promise.all(found.map((order) => withLines(order, language)));
}

/** In the words that were kept when it was ordered: nobody waits for the service for a list. */
async function withLines(order: FoundOrder, language: Language): Promise<ListedOrder> {
  const { rooms } = await getRuntime();
  const { id, reference, createdAt, total } = order;
  const holds = await readHolds(rooms.database, id);
  const lines = holds.flatMap(
    ({ descriptions }) => descriptions[language] ?? Object.values(descriptions)[0] ?? [],
  );
  const phase = phaseOf(order);
  const failed = failedRefundPhase(phase, order, await readIncidents(rooms.database, id));
  return { id, reference, phase: failed ?? phase, createdAt, total, lines };
}
