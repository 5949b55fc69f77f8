import { ServiceError } from '../client/service-error';
import { MailError } from '../mail/mailer';
import { PaymentError } from '../payment/payment';
import { tellOperator } from './alerts';
import type { Checkout } from './checkout';
import { capture, letGo } from './capture';
import { nextStep, type Fact, type State } from './checkout-state';
import { findCheckout, move } from './checkout-store';
import { sendLetter } from './letters';
import { beginOrder, lookForOrder, secondsUntilLook, type Outcome } from './order';
import {
  backOffSeconds,
  giveBack,
  giveBackCheckout,
  release,
  renew,
  takeCheckout,
  takeDue,
} from './queue-store';
import { refund } from './refund';
import type { Rooms } from './rooms';
import { settlePaying } from './settle';
import { workOffWebhook } from './webhooks';

const pollMilliseconds = 1_000;
const atOnce = 4;
const lettersAtOnce = 2;
// paid → ordering → (held again) → paid → ordering → refunding → refunded, and some to spare.
const mostSteps = 12;
const giveUpAfterMilliseconds = 24 * 60 * 60_000;

/** Does what is due for one checkout, step after step, unless somebody else is at it. */
export async function advance(rooms: Rooms, checkoutId: string): Promise<void> {
  if (await takeCheckout(rooms.database, checkoutId)) await workOff(rooms, checkoutId);
}

/** Works on a checkout whose lease we have. However it ends, the lease is given back. */
async function workOff(rooms: Rooms, id: string): Promise<void> {
  const { database, report } = rooms;
  for (let step = 0; step < mostSteps; step += 1) {
    const checkout = await findCheckout(database, id);
    if (checkout === null || nextStep(checkout.state) === 'rest') break;
    try {
      const outcome = await takeStep(rooms, checkout);
      if (outcome.kind === 'again') {
        await giveBackCheckout(database, checkout, outcome);
        return;
      }
    } catch (error) {
      const now = (await findCheckout(database, id)) ?? checkout;
      report('warn', 'a step of a checkout failed', {
        checkout: id,
        state: now.state,
        ...describeError(error),
      });
      if (await giveUpIfTooLong(rooms, now)) break;
      const seconds = now.state === 'ordering' ? secondsUntilLook(now.tries) : backOffSeconds(now.tries);
      await giveBackCheckout(database, now, { seconds });
      return;
    }
    await renew(database, id);
  }
  await release(database, id);
}

async function takeStep(rooms: Rooms, checkout: Checkout): Promise<Outcome> {
  switch (nextStep(checkout.state)) {
    case 'end_hold':
      if (checkout.holdAlive) return { kind: 'again', seconds: checkout.secondsLeft + 1 };
      await rooms.database.transaction((transaction) => move(transaction, checkout, { kind: 'hold_died' }));
      return { kind: 'moved' };
    case 'ask_provider': {
      const seconds = await settlePaying(rooms, checkout);
      const now = await findCheckout(rooms.database, checkout.id);
      return now?.state === 'paying' ? { kind: 'again', seconds } : { kind: 'moved' };
    }
    case 'begin_order':
      return beginOrder(rooms, checkout);
    case 'look_for_order':
      return lookForOrder(rooms, checkout);
    case 'capture':
      return capture(rooms, checkout);
    case 'refund':
      return refund(rooms, checkout);
    case 'void':
      return letGo(rooms, checkout);
    case 'rest':
      return { kind: 'moved' };
  }
}

/** After a day of trying, a person has to look. */
async function giveUpIfTooLong({ database }: Rooms, checkout: Checkout): Promise<boolean> {
  if (Date.now() - checkout.enteredAt.getTime() < giveUpAfterMilliseconds) return false;
  const fact = givenUp(checkout.state);
  if (fact === null) return false;
  const moved = await database.transaction((transaction) =>
    move(transaction, checkout, fact, { reason: fact.kind }),
  );
  return moved !== null;
}

function givenUp(state: State): Fact | null {
  switch (state) {
    case 'ordering':
      return { kind: 'order_unknown' };
    case 'capturing':
      return { kind: 'capture_failed' };
    case 'refunding':
      return { kind: 'refund_failed' };
    case 'voiding':
      return { kind: 'void_failed' };
    case 'held':
    case 'paying':
    case 'paid':
    case 'ordered':
    case 'refunded':
    case 'voided':
    case 'expired':
    case 'cancelled':
    case 'attention':
      return null;
  }
}

/** What may be logged of an error: kinds, never the words of another party, which may quote what was sent. */
function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof ServiceError) return { error: error.name, reason: error.reason, status: error.status };
  if (error instanceof PaymentError || error instanceof MailError)
    return { error: error.name, reason: error.message };
  return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export interface Worker {
  /** Looks at once instead of at the next poll. */
  wake(): void;
  /** Finishes what it has in hand, then rests. */
  stop(): Promise<void>;
}

/** Finishes whatever is due, for ever. Any number of processes may run one each. */
export function startWorker(rooms: Rooms): Worker {
  // Apart: a mail server that does not answer keeps no purchase waiting.
  const loops = [workOffPurchases, workOffLetters, tellOperator].map((work) => startLoop(rooms, work));
  return {
    wake: () => {
      for (const loop of loops) loop.wake();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function startLoop(rooms: Rooms, work: (rooms: Rooms) => Promise<boolean>): Worker {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let round: Promise<void> | null = null;
  let again = false;

  const run = async (): Promise<void> => {
    do {
      again = false;
      try {
        if (await work(rooms)) again = true;
      } catch (error) {
        rooms.report('error', 'the worker could not see what is due', describeError(error));
      }
    } while (again && !stopped);
  };
  const wake = (): void => {
    if (stopped) return;
    again = true;
    clearTimeout(timer);
    round ??= run().finally(() => {
      round = null;
      if (!stopped) timer = setTimeout(wake, pollMilliseconds);
    });
  };
  wake();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** One round over the three queues and the alerts. True when there may be more. */
export async function workOffDue(rooms: Rooms): Promise<boolean> {
  const purchases = await workOffPurchases(rooms);
  const letters = await workOffLetters(rooms);
  const alerts = await tellOperator(rooms);
  return purchases || letters || alerts;
}

async function workOffPurchases(rooms: Rooms): Promise<boolean> {
  const { database, report } = rooms;
  const webhooks = await takeDue(database, 'webhook', atOnce);
  await Promise.all(
    webhooks.map(async (id) => {
      try {
        await workOffWebhook(rooms, id);
      } catch (error) {
        report('warn', 'a webhook could not be worked off', { webhook: id, ...describeError(error) });
        await giveBack(database, 'webhook', id, { seconds: 5 });
      }
    }),
  );
  const checkouts = await takeDue(database, 'checkout', atOnce);
  await Promise.all(checkouts.map((id) => workOff(rooms, id)));
  return webhooks.length + checkouts.length > 0;
}

async function workOffLetters(rooms: Rooms): Promise<boolean> {
  const { database, report } = rooms;
  // As many as the mail server is spoken to at once: one that waits for its turn must not outlast its lease.
  const letters = await takeDue(database, 'mail', lettersAtOnce);
  await Promise.all(
    letters.map(async (id) => {
      try {
        await sendLetter(rooms, id);
      } catch (error) {
        report('error', 'a letter could not be written', { mail: id, ...describeError(error) });
        await giveBack(database, 'mail', id, { seconds: 60 });
      }
    }),
  );
  return letters.length > 0;
}
