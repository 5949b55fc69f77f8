import {
  hold,
  type Held,
  holdFirst,
  holdLength,
  isSuccess,
  itemOf,
  limitedPurchase,
  mayHaveEnded,
  plentiful,
} from './booking';
import type { Check } from './check';
import { expectRefusal, expectSame, expectThat, notShown } from './expect';
import { type Purchase, readLeft, uses } from './purchases';
import { arrayOf, isObject, pathOf, pause } from './values';
import type { World } from './world';

/** How many units of the offer a request held. */
function unitsOf(held: Held): number {
  return held.reservations
    .flatMap(({ items }) => arrayOf(items).filter(isObject))
    .reduce((sum, { quantity }) => sum + Number(quantity), 0);
}

// Holds of this run that end meanwhile, and lists that are a moment late, are permitted, so the check is
// repeated.
const tries = 4;

/** What is left of the offer and its sessions decreases by what is held. */
async function checkGoesDown(world: World): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { purchase } = await limitedPurchase(world, 2);
    const since = performance.now();
    const before = await readLeft(world.probe, purchase);
    const { reservation } = await holdFirst(world, [purchase], 2);
    let after = await readLeft(world.probe, purchase);
    if (after.left === before.left) {
      await pause(100);
      after = await readLeft(world.probe, purchase);
    }
    const unclear =
      performance.now() - since >= holdLength(reservation) || mayHaveEnded(world.probe, purchase, since);
    if (unclear && attempt < tries) continue;
    if (unclear) return notShown('holds end before their effect can be read');
    const { choice } = purchase;
    const expected = Object.entries(before.sessions).map(([path, left]) => [
      path,
      left === null ? null : left - 2 * uses(choice, path),
    ]);
    const ofOffer = before.offer === null ? null : before.offer - 2;
    expectSame(after.offer, ofOffer, 'availableQuantity of the offer, less the 2 that are held');
    expectSame(
      after.sessions,
      Object.fromEntries(expected),
      'availableQuantity of the sessions, less those that are held',
    );
    return;
  }
}

/** Holds everything that is left in one item, or one by one if the server does not allow as many at once. */
async function holdAll(world: World, purchase: Purchase, left: number): Promise<Held[]> {
  const whole = await hold(world.probe, [itemOf(purchase, left)]);
  if (whole.reservations.length > 0) return [whole];
  const calls: Held[] = [];
  for (let taken = 0; taken < left; taken += 10) {
    const items = Array.from({ length: Math.min(10, left - taken) }, () => itemOf(purchase));
    calls.push(await hold(world.probe, items));
  }
  return calls;
}

/** Rule 2: an available item and an unavailable one in one request. */
async function checkPartial(world: World): Promise<void> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const since = performance.now();
    const { purchase, left } = await limitedPurchase(world, 0, 40);
    const [good] = plentiful(await world.purchases()).filter((one) => one.offer !== purchase.offer);
    if (good === undefined) return notShown('needs a second offer');
    const held = await hold(world.probe, [itemOf(purchase, left + 1), itemOf(good)]);
    // More may be available now than was left before.
    if (mayHaveEnded(world.probe, purchase, since)) continue;
    expectPartial(held, good, left + 1);
    return;
  }
  notShown('holds end before more can be asked for than is left');
}

function expectPartial({ exchange, reservations, failed }: Held, good: Purchase, tooMany: number): void {
  if (!isSuccess(exchange)) {
    expectRefusal(exchange, 'more is asked for than there is');
    expectThat(exchange.status === 422, 'partial failure is no HTTP error (§7)', exchange.text.slice(0, 300));
    return notShown(`${tooMany} of one offer are more than this server takes in one item`);
  }
  const offers = reservations.flatMap(({ items }) =>
    arrayOf(items).map((one) => pathOf(isObject(one) ? one['offer'] : one)),
  );
  expectSame(offers, [good.offer], 'the offers reserved', exchange);
  expectThat(failed.length === 1, 'one failed reservation', failed, exchange);
}

/** Never oversold: while everything is held, nothing more can be held. */
async function checkNeverOversold(world: World): Promise<void> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const { purchase } = await limitedPurchase(world);
    const since = performance.now();
    const { left } = await readLeft(world.probe, purchase);
    const calls = await holdAll(world, purchase, left ?? 0);
    const [first] = calls.flatMap(({ reservations }) => reservations);
    if (first === undefined || left === null) return notShown(`${purchase.offer} could not be held`);
    const taken = calls.map(unitsOf).reduce((a, b) => a + b, 0);
    if (taken < left) return notShown(`only ${taken} of the ${left} left were given to one client`);
    const last = await hold(world.probe, [itemOf(purchase)]);
    const now = await readLeft(world.probe, purchase);
    // After the end of a hold, its units are available again.
    if (performance.now() - since >= holdLength(first) || mayHaveEnded(world.probe, purchase, since))
      continue;
    expectThat(
      isSuccess(last.exchange),
      'a 2xx answer: partial failure is no HTTP error',
      last.exchange.text,
      last.exchange,
    );
    expectThat(
      last.reservations.length === 0,
      'no reservation: all of it is held',
      last.exchange.body,
      last.exchange,
    );
    expectThat(
      last.failed.length === 1,
      'a failed reservation: all of it is held',
      last.exchange.body,
      last.exchange,
    );
    expectSame(now.left, 0, 'what is left of it');
    return;
  }
  notShown('holds end before all of an offer can be held');
}

export const stockChecks: readonly Check[] = [
  {
    section: '§3',
    title: 'a hold takes its quantity from what is available',
    run: checkGoesDown,
  },
  {
    section: '§4.2',
    title: 'rule 2: what can be reserved is, and what can’t is in failedReservations',
    run: checkPartial,
  },
  {
    section: '§1',
    title: 'a hold guarantees availability: with everything held, one more fails',
    run: checkNeverOversold,
  },
];
