import { randomUUID } from 'node:crypto';
import type { Tender } from '@/lib/shop/flows/counter/take-payment';
import { buy, itemOf, offerOf, ordersOf, stateAfter, typeCode } from './buying';
import { cancelUnits, paidFor, type Unit, unitsOf, validOf } from './cancelling';
import { codes } from './catalogue';
import { ask, askInTabs, type Person, type Storm } from './storm-context';

/** Tickets are sold at the counter; then some are cancelled or exchanged there. */
export async function sellAtCounter(storm: Storm): Promise<void> {
  const { random } = storm;
  const person = storm.newPerson();
  const id = await holdAtCounter(storm, ['odd', 'third', 'cheap', 'fixed', 'seat'], random.whole(1, 3));
  if (id === null) return;
  if (random.chance(0.3)) await typeCode(storm, id, random.pick(codes));
  if (!(await take(storm, id, person))) return;
  storm.count('sold at the counter');
  const [order] = await ordersOf(storm, id);
  if (order === undefined) return;
  const units = await unitsOf(storm, order.id);
  const what = random.whole(0, 2);
  if (what === 0) await cancelByStaff(storm, id, units.slice(0, 1));
  if (what === 1)
    await exchangeThere(storm, id, units.filter(({ rebookable }) => rebookable).slice(0, 1), person);
}

/** Tickets that were bought online are exchanged at the counter; then the new ones are perhaps cancelled. */
export async function exchangeAtCounter(storm: Storm): Promise<void> {
  const { random } = storm;
  const bought = await buy(storm, { keys: ['odd', 'third', 'firm'] });
  if (bought?.state !== 'ordered') return;
  const [order] = await ordersOf(storm, bought.id);
  const units =
    order === undefined ? [] : (await unitsOf(storm, order.id)).filter(({ rebookable }) => rebookable);
  const chosen = units.slice(0, random.whole(1, Math.max(1, units.length)));
  const id = await exchangeThere(storm, bought.id, chosen, bought.person);
  if (id === null || random.chance(0.5)) return;
  const [made] = await ordersOf(storm, id);
  if (made !== undefined) await cancelByStaff(storm, id, validOf(await unitsOf(storm, made.id)));
}

async function cancelByStaff(storm: Storm, id: string, units: readonly Unit[]): Promise<void> {
  const [order] = await ordersOf(storm, id);
  if (order !== undefined)
    await cancelUnits(storm, { id, orderId: order.id }, units, { amount: paidFor(units) });
}

/** Resolves to the sale; null: nothing is held. */
async function holdAtCounter(
  storm: Storm,
  keys: readonly string[],
  quantity: number,
): Promise<string | null> {
  const saleId = randomUUID();
  const held = await ask(storm, 'holdAtCounter', {
    saleId,
    mostTickets: 50,
    language: 'en',
    catalogId: storm.world.catalogue.id,
    formId: `form-${saleId}`,
    items: [itemOf(storm, offerOf(storm, keys), quantity)],
  });
  if (held?.kind !== 'held') storm.count(`not held at the counter: ${held?.kind ?? 'no answer'}`);
  return held?.kind === 'held' ? held.checkoutId : null;
}

const mostTries = 8;

/** Staff take what is due, sometimes in two tabs. True when the sale is ordered. */
async function take(storm: Storm, id: string, person: Person): Promise<boolean> {
  const { random, count } = storm;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const total = await ask(storm, 'amountDue', id);
    if (total === null) return false;
    const tender: Tender = random.chance(0.7)
      ? { method: 'cash', given: '500.00' }
      : { method: 'terminal', receipt: '12' };
    const request = {
      checkoutId: id,
      staff: 'agent',
      tender,
      total,
      isReached: true,
      customer: { ...person, language: 'en' as const },
    };
    const answers = await askInTabs(storm, random.chance(0.2) ? 2 : 1, 'takePayment', request);
    const kind = (answers.find((one) => one?.kind === 'taken') ?? answers[0])?.kind;
    count(`at the counter: ${kind ?? 'no answer'}`);
    if (kind === 'taken' || kind === 'paid_before') {
      await ask(storm, 'processCheckout', id);
      return (await stateAfter(storm, id, ['ordered', 'attention'])) === 'ordered';
    }
    if (kind !== 'total_changed' && kind !== 'unavailable' && kind !== undefined) return false;
  }
  return false;
}

/** Resolves to the new sale; null: it was not made. */
async function exchangeThere(
  storm: Storm,
  earlierId: string,
  units: readonly Unit[],
  person: Person,
): Promise<string | null> {
  const { random, count } = storm;
  if (units.length === 0) return null;
  const id = await holdAtCounter(storm, ['odd', 'third', 'cheap'], random.whole(1, 2));
  if (id === null) return null;
  const answer = await ask(storm, 'exchangeTickets', {
    checkoutId: id,
    earlierId,
    tickets: units.flatMap(({ tickets }) => tickets),
    staff: 'agent',
    override: random.chance(0.3),
  });
  count(`exchange at the counter: ${answer ?? 'no answer'}`);
  if (!(await take(storm, id, person))) return null;
  count('exchanged at the counter');
  return id;
}
