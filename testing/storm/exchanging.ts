import type { ExchangeRequest } from '@/lib/shop/flows/exchange/exchange-tickets';
import { buy, holdItems, itemOf, offerOf, orderAndPay, ordersOf, typeCode } from './buying';
import { cancelUnits, type Unit, unitsOf } from './cancelling';
import { codes } from './catalogue';
import { ask, askInTabs, type Storm } from './storm-context';
import { disputeSome } from './troubles';

const exchangeable = ['odd', 'third', 'cheap', 'firm', 'seat'];

/** Tickets are exchanged up to three times, while other windows do other things to them; then some are cancelled. */
export async function exchange(storm: Storm): Promise<void> {
  const { random } = storm;
  const bought = await buy(storm, { keys: exchangeable });
  if (bought?.state !== 'ordered') return;
  let from = bought.id;
  for (let left = random.whole(1, 3); left > 0; left -= 1) {
    const next = await exchangeOnce(storm, from, bought.person);
    if (next === null) return;
    from = next;
    if (random.chance(0.3)) await disputeSome(storm, from);
  }
  if (!random.chance(0.6)) return;
  for (const id of new Set([from, bought.id])) await cancelWhatCanBe(storm, id);
}

async function cancelWhatCanBe(storm: Storm, id: string): Promise<void> {
  const [order] = await ordersOf(storm, id);
  if (order === undefined) return;
  const units = (await unitsOf(storm, order.id)).filter(({ cancellable }) => cancellable);
  await cancelUnits(storm, { id, orderId: order.id }, units.slice(0, storm.random.whole(1, 3)));
}

/** Resolves to the new booking; null: it was not made. */
async function exchangeOnce(
  storm: Storm,
  from: string,
  person: Parameters<typeof orderAndPay>[2],
): Promise<string | null> {
  const { random, count } = storm;
  const [order] = await ordersOf(storm, from);
  if (order === undefined) return null;
  const units = (await unitsOf(storm, order.id)).filter(({ rebookable }) => rebookable);
  if (units.length === 0) return null;
  const chosen = units.slice(0, random.whole(1, units.length));
  const quantity = random.whole(1, chosen.length + 1);
  const id = await holdItems(storm, [itemOf(storm, offerOf(storm, [...exchangeable, 'free']), quantity)]);
  if (id === null) return null;
  const request = exchangeOf({ from, to: id }, chosen);
  const [answer] = await askInTabs(storm, random.chance(0.2) ? 2 : 1, 'exchangeTickets', request);
  count(`exchange: ${answer ?? 'no answer'}`);
  if (random.chance(0.25)) await typeCode(storm, id, random.pick(codes));
  const isLate = random.chance(0.05);
  const [state] = await Promise.all([
    orderAndPay(storm, id, person, { isLate }),
    beside(storm, { request, orderId: order.id }, chosen, person),
  ]);
  count(`exchanged: ${state ?? 'no answer'}`);
  return state === 'ordered' ? id : null;
}

function exchangeOf({ from, to }: { from: string; to: string }, units: readonly Unit[]): ExchangeRequest {
  const tickets = units.flatMap((unit) => unit.tickets);
  return { checkoutId: to, earlierId: from, tickets, staff: null, override: false };
}

/** What happens to the earlier tickets in another window, at the entrance or at the bank meanwhile. */
async function beside(
  storm: Storm,
  { request, orderId }: { request: ExchangeRequest; orderId: string },
  units: readonly Unit[],
  person: Parameters<typeof orderAndPay>[2],
): Promise<void> {
  const { random, count } = storm;
  const { earlierId } = request;
  switch (random.whole(0, 9)) {
    case 0:
      return cancelUnits(storm, { id: earlierId, orderId }, units);
    case 1: {
      const second = await holdItems(storm, [itemOf(storm, offerOf(storm, ['odd', 'cheap']), 1)]);
      if (second === null) return;
      await ask(storm, 'exchangeTickets', { ...request, checkoutId: second });
      count(`the same tickets exchanged twice: ${String(await orderAndPay(storm, second, person))}`);
      return;
    }
    case 2:
      return redeem(storm, units[0]?.tickets[0] ?? '');
    case 3:
      return disputeSome(storm, earlierId);
  }
}

/** A ticket is used at the entrance. */
async function redeem({ world, count }: Storm, path: string): Promise<void> {
  const answer = await world.service.call('PATCH', path, { body: { status: 'redeemed' } }).catch(() => null);
  count(`redeemed: ${answer?.status ?? 'no answer'}`);
}
