import { v7 as newId } from 'uuid';
import { buy, ordersOf } from './buying';
import { cancelUnits, unitsOf } from './cancelling';
import { ask, type Storm } from './storm-context';

/** Two members of staff give back a part of the price, each with two clicks, sometimes while a ticket is cancelled. */
export async function giveBackTwice(storm: Storm): Promise<void> {
  const { random } = storm;
  const bought = await buy(storm, { keys: ['odd', 'third', 'seat'] });
  if (bought?.state !== 'ordered') return;
  const { id } = bought;
  const [order] = await ordersOf(storm, id);
  const cancel = async () => {
    if (order === undefined) return;
    await cancelUnits(storm, { id, orderId: order.id }, (await unitsOf(storm, order.id)).slice(0, 1));
  };
  const clicks = ['ada', 'bo'].flatMap((staff) => {
    const amount = random.pick(['0.01', '1.00', '15.00']);
    const request = {
      id: newId(),
      checkoutId: id,
      amount,
      reason: 'late',
      staff,
      seen: null,
      limit: '20.00',
    };
    return [giveBack(storm, request), giveBack(storm, request)];
  });
  await Promise.all([...clicks, ...(random.chance(0.5) ? [cancel()] : [])]);
}

type Goodwill = Parameters<typeof ask<'requestGoodwill'>>[2];

async function giveBack(storm: Storm, request: Goodwill): Promise<void> {
  const answer = await ask(storm, 'requestGoodwill', request);
  storm.count(`goodwill: ${answer ?? 'no answer'}`);
}
