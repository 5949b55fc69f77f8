import { multiplyAmount } from '../money/money';
import { hold } from './basket';
import { nextStep } from './checkout-state';
import { findCheckout } from './checkout-store';
import { placeOrder } from './pay';
import { findUnsettled } from './payment-store';
import type { Rooms } from './rooms';
import { askIfPaying } from './settle';
import { heldId, holdRequest, orderOf, type Stage } from './testing';
import { audit, type Audit, type End, type Purchase } from './testing/books';
import { settleAtTheDesk } from './testing/staff';
import { mortalRooms, type Dealing, type Death } from './testing/mortal-rooms';
import { receiveWebhook } from './webhooks';
import { advance, workOffDue } from './worker';

/** How a purchase goes: well; or its hold dies while it is paid, and the same is to be had again, or sold out. */
export const stories = ['goes well', 'held again', 'sold out'] as const;
export type Story = (typeof stories)[number];

/** How a story ends, whoever dies in it. */
export function expectedEnd(story: Story, capture: Rooms['capture']): End {
  if (story !== 'sold out') return 'ordered';
  return capture === 'automatic' ? 'refunded' : 'voided';
}

export interface Bought {
  purchase: Purchase;
  /** What the process that may die had to do with the outside. */
  dealings: Dealing[];
  died: boolean;
  audit: Audit;
}

let buyers = 0;

/**
 * One purchase in a process that dies, if it is to. Its customer tries the same again at another process, which finishes
 * what is due. Throws when that comes to no end.
 */
export async function buy(stage: Stage, story: Story, death: Death | null): Promise<Bought> {
  const first = mortalRooms(stage.rooms, death);
  const ask = async <Result>(act: (rooms: Rooms) => Promise<Result>): Promise<Result> => {
    const answer = first.isDead() ? null : await first.outcome(act(first.rooms));
    return answer === null ? act(stage.rooms) : answer;
  };
  const email = `buyer-${(buyers += 1)}@example.org`;
  const checkoutId = heldId(await ask((rooms) => hold(rooms, holdRequest(stage.ticketing, 2))));
  const total = multiplyAmount(stage.ticketing.price, 2);
  const placed = await ask((rooms) => placeOrder(rooms, orderOf(checkoutId, total, { email })));
  const payment = await findUnsettled(stage.rooms.database, checkoutId);
  const sessionId = payment?.sessionId ?? '';
  if (placed.kind !== 'pay') throw new Error(`no page to pay on: ${placed.kind}`);
  if (story !== 'goes well') stage.ticketing.expire();
  if (story === 'sold out') stage.ticketing.stock = 0;
  stage.provider.pay(sessionId);
  if (story === 'goes well') {
    const { body, signature } = stage.provider.webhook(sessionId);
    await ask((rooms) => receiveWebhook(rooms, body, signature));
  } else {
    await ask((rooms) => askIfPaying(rooms, checkoutId));
    await ask((rooms) => advance(rooms, checkoutId));
  }
  await first.outcome(untilIdle(first.rooms));
  await finish(stage, checkoutId);
  if ((await settleAtTheDesk(stage.rooms, stage)) > 0) await finish(stage, checkoutId);
  const { reference } = await stage.find(checkoutId);
  const purchase = { checkoutId, reference, email };
  const { dealings } = first;
  return { purchase, dealings, died: first.isDead(), audit: audit(stage, [purchase]) };
}

async function untilIdle(rooms: Rooms): Promise<void> {
  while (await workOffDue(rooms));
}

const mostRounds = 15;

/** Time passes, and the survivors work, until the checkout rests and its letters are sent. */
async function finish(stage: Stage, checkoutId: string): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    await stage.laterAll();
    await stage.settle();
    const checkout = await findCheckout(stage.rooms.database, checkoutId);
    if (checkout !== null && nextStep(checkout.state) === 'rest') return;
  }
  throw new Error(`a purchase came to no end: ${await stage.state(checkoutId)}`);
}

/** Every death that there is to die in a story: what only reads has one, what changes something two. */
export async function deathsIn(stage: Stage, story: Story): Promise<Death[]> {
  stage.reset();
  const { dealings } = await buy(stage, story, null);
  return dealings.flatMap(({ changes }, index): Death[] => {
    const at = index + 1;
    return changes
      ? [
          { at, when: 'before' },
          { at, when: 'after' },
        ]
      : [{ at, when: 'before' }];
  });
}
