import { readPayments } from '@/lib/shop/data/payment-store';
import type { Storm } from './storm-context';

/** The provider's payments of a purchase. */
export async function intentsOf({ world }: Pick<Storm, 'world'>, id: string): Promise<string[]> {
  const payments = await readPayments(world.shop, id);
  return payments.flatMap(({ state, intent }) => (state === 'paid' && intent !== null ? [intent] : []));
}

/** The bank disputes some payments of a purchase, if it can. */
export async function disputeSome(storm: Storm, id: string): Promise<void> {
  for (const intent of await intentsOf(storm, id)) if (storm.random.chance(0.5)) dispute(storm, intent);
}

/** Not possible for a payment that is refunded as a whole, or disputed. */
export function dispute({ world, count }: Storm, intent: string): void {
  if (stateOfDispute({ world }, intent) !== null) return;
  const paid = world.provider.intents.get(intent)?.amountReceived ?? 0;
  if (paid <= (world.provider.refunded.get(intent) ?? 0)) return;
  world.provider.incidents.openDispute(intent);
  count('dispute');
}

const disputeEvent = /^charge\.dispute\./;

/** What the provider says about the dispute of a payment; null: there is none. */
function stateOfDispute(
  { world }: Pick<Storm, 'world'>,
  intent: string,
): { id: string; status: unknown } | null {
  const event = world.provider.events.all.findLast(
    ({ type, object }) => disputeEvent.test(type) && object['payment_intent'] === intent,
  );
  return event === undefined ? null : { id: event.object.id, status: event.object['status'] };
}

/** Disputes that the bank has not decided, by id. */
function openDisputes({ world }: Pick<Storm, 'world'>): string[] {
  const last = new Map<string, unknown>();
  for (const { type, object } of world.provider.events.all)
    if (disputeEvent.test(type)) last.set(object.id, object['status']);
  return [...last].filter(([, status]) => status === 'needs_response').map(([id]) => id);
}

/** The bank decides some of the open disputes, or all of them. */
export function decideDisputes(storm: Pick<Storm, 'world' | 'random' | 'count'>, all: boolean): void {
  const { world, random, count } = storm;
  for (const id of openDisputes(storm)) {
    if (!all && !random.chance(0.3)) continue;
    const outcome = random.pick(['won', 'lost'] as const);
    world.provider.incidents.closeDispute(id, outcome);
    count(`dispute ${outcome}`);
  }
}

/** Whether the bank has returned a disputed payment of the purchase to the shop. */
export async function isDisputeWon(storm: Pick<Storm, 'world'>, id: string): Promise<boolean> {
  const states = (await intentsOf(storm, id)).map((intent) => stateOfDispute(storm, intent)?.status);
  return states.includes('won') && !states.includes('lost');
}
