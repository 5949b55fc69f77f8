import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { ServiceError } from '../client/service-error';
import { errorRecord } from '../log/error-record';
import { MailError } from '../mail/mailer';
import { PaymentError } from '../payment/payment';
import { tellOperator } from './alerts';
import { capture, letGo } from './capture';
import type { Checkout } from './checkout';
import { nextStep, type State } from './checkout-state';
import { findCheckout, move } from './checkout-store';
import { catchUpWithEvents, claimCatchUp } from './event-catch-up';
import { sendLetter } from './letters';
import { beginOrder, lookForOrder, secondsUntilLook } from './order';
import type { Outcome } from './order-outcome';
import { applyAge, retrySeconds } from './overdue';
import {
  backOffSeconds,
  giveBack,
  giveBackCheckout,
  inStates,
  isAboutIncident,
  isAboutSession,
  keepRenewing,
  provesPayment,
  release,
  renew,
  setAsideUnreadable,
  takeCheckout,
  takeDue,
} from './queue-store';
import { refund } from './refund';
import type { Rooms } from './rooms';
import { settlePaying } from './settle';
import { postponeWebhook, workOffWebhook } from './webhooks';
import { startPool, type Pool } from './worker-pool';

// paid → ordering → (held again) → paid → ordering → refunding → refunded, and some to spare.
const mostSteps = 12;

/** Does what is due for one checkout, step after step, unless somebody else is at it. */
export async function advance(rooms: Rooms, checkoutId: string): Promise<void> {
  if (await takeCheckout(rooms.database, checkoutId)) await workOff(rooms, checkoutId);
}

/**
 * Works on a checkout whose lease we have, as long as its state is one of `states`: what is next belongs to another
 * lane. However it ends, the lease is given back.
 */
async function workOff(rooms: Rooms, id: string, states?: readonly State[]): Promise<void> {
  const stopRenewing = keepRenewing(rooms.database, id, (error) =>
    rooms.report('warn', 'a lease could not be renewed', { checkout: id, ...describeError(error) }),
  );
  try {
    await takeSteps(rooms, id, states);
  } finally {
    stopRenewing();
  }
}

async function takeSteps(rooms: Rooms, id: string, states?: readonly State[]): Promise<void> {
  const { database, report } = rooms;
  for (let step = 0; step < mostSteps; step += 1) {
    const checkout = await findCheckout(database, id);
    if (checkout === null || nextStep(checkout.state) === 'rest') break;
    if (states !== undefined && !states.includes(checkout.state)) break;
    const aged = await applyAge(rooms, checkout);
    if (aged === 'moved') break;
    if (aged === 'changed') continue;
    try {
      const outcome = await takeStep(rooms, checkout);
      if (outcome.kind === 'again') {
        await giveBackCheckout(database, checkout, { seconds: retrySeconds(checkout, outcome.seconds) });
        return;
      }
    } catch (error) {
      const now = (await findCheckout(database, id)) ?? checkout;
      report('warn', 'a step of a checkout failed', {
        checkout: id,
        state: now.state,
        ...describeError(error),
      });
      const seconds = now.state === 'ordering' ? secondsUntilLook(now.tries) : backOffSeconds(now.tries);
      await giveBackCheckout(database, now, { seconds: retrySeconds(now, seconds) });
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

/** What may be logged of an error: kinds, never the words of another party, which may quote what was sent. */
function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof ServiceError) return { error: error.name, reason: error.reason, status: error.status };
  if (error instanceof PaymentError || error instanceof MailError)
    return { error: error.name, reason: error.message };
  return { error: errorRecord(error) };
}

/** One kind of work: what it takes from which queue, and how many at once. */
interface Lane {
  concurrency: number;
  take: (rooms: Rooms, limit: number) => Promise<string[]>;
  work: (rooms: Rooms, id: string) => Promise<void>;
  /** The lanes for which work may be left behind. */
  wakes: readonly LaneName[];
}

type LaneName = 'paid' | 'sessions' | 'incidents' | 'orders' | 'refunds' | 'payments' | 'emails';

/** Lost webhooks: one reading of the provider's events at a time, each 30 seconds. */
const catchUp: Lane = {
  concurrency: 1,
  take: async ({ database }) => ((await claimCatchUp(database)) ? ['events'] : []),
  work: async (rooms) => {
    await catchUpWithEvents(rooms);
  },
  wakes: ['paid', 'sessions', 'incidents'],
};

/** What the operator has to know: looked for once a second, and told of in one e-mail a minute at most. */
const alerts: Lane = {
  concurrency: 1,
  take: async (rooms) => {
    await tellOperator(rooms);
    return [];
  },
  work: () => Promise.resolve(),
  wakes: [],
};

/**
 * Each kind of work has its own concurrency: a customer who has paid waits neither for those who are still paying nor
 * for a payment provider or mail server that is slow.
 */
const lanes: Record<LaneName, Lane> = {
  paid: webhookLane(provesPayment),
  sessions: webhookLane(isAboutSession),
  incidents: webhookLane(isAboutIncident),
  orders: checkoutLane(8, ['paid', 'ordering', 'capturing'], ['refunds', 'emails']),
  refunds: checkoutLane(4, ['refunding', 'voiding'], ['emails']),
  // The end of a hold, and with it of the page to pay on.
  payments: checkoutLane(4, ['held', 'paying'], ['orders']),
  emails: {
    // As many as the mail server is spoken to at once: one that waits for its turn must not outlast its lease.
    concurrency: 2,
    take: ({ database }, limit) => takeDue(database, 'mail', limit),
    work: sendStoredLetter,
    wakes: [],
  },
};
const laneNames: readonly LaneName[] = [
  'paid',
  'sessions',
  'incidents',
  'orders',
  'refunds',
  'payments',
  'emails',
];

function webhookLane(only: SQL): Lane {
  return {
    concurrency: 4,
    take: ({ database }, limit) => takeDue(database, 'webhook', limit, only),
    work: workOffStoredWebhook,
    wakes: ['orders'],
  };
}

function checkoutLane(concurrency: number, states: readonly State[], wakes: readonly LaneName[]): Lane {
  return {
    concurrency,
    take: ({ database }, limit) => takeDue(database, 'checkout', limit, inStates(states)),
    work: async (rooms, id) => {
      try {
        await workOff(rooms, id, states);
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        reportUnreadable(rooms, 'checkout', id, error);
        await setAsideUnreadable(rooms.database, 'checkout', id);
      }
    },
    wakes,
  };
}

function reportUnreadable({ report }: Rooms, table: string, row: string, error: z.ZodError): void {
  const paths = error.issues.map(({ path }) => path.join('.'));
  report('error', 'a row can not be read by this version', { table, row, paths });
}

async function workOffStoredWebhook(rooms: Rooms, id: string): Promise<void> {
  try {
    await workOffWebhook(rooms, id);
  } catch (error) {
    if (error instanceof z.ZodError) {
      reportUnreadable(rooms, 'webhook', id, error);
      await setAsideUnreadable(rooms.database, 'webhook', id);
      return;
    }
    rooms.report('warn', 'a webhook could not be worked off', { webhook: id, ...describeError(error) });
    await postponeWebhook(rooms, id);
  }
}

async function sendStoredLetter(rooms: Rooms, id: string): Promise<void> {
  try {
    await sendLetter(rooms, id);
  } catch (error) {
    if (error instanceof z.ZodError) {
      reportUnreadable(rooms, 'mail', id, error);
      await setAsideUnreadable(rooms.database, 'mail', id);
      return;
    }
    rooms.report('error', 'a letter could not be written', { mail: id, ...describeError(error) });
    await giveBack(rooms.database, 'mail', id, { seconds: 60 });
  }
}

export type Worker = Pool;

/** Finishes whatever is due, for ever. Any number of processes may run one each. */
export function startWorker(rooms: Rooms): Worker {
  const byName = new Map<LaneName, Pool>();
  const start = ({ concurrency, take, work, wakes }: Lane): Pool =>
    startPool({
      concurrency,
      take: (limit) => take(rooms, limit),
      work: async (id) => {
        await work(rooms, id);
        for (const name of wakes) byName.get(name)?.wake();
      },
      failed: (error) => rooms.report('error', 'the worker could not see what is due', describeError(error)),
    });
  for (const name of laneNames) byName.set(name, start(lanes[name]));
  const pools = [...byName.values(), start(catchUp), start(alerts)];
  return {
    wake: () => {
      for (const pool of pools) pool.wake();
    },
    stop: async () => {
      await Promise.all(pools.map((pool) => pool.stop()));
    },
  };
}

/** One round over all queues and the alerts. True when there may be more. */
export async function workOffDue(rooms: Rooms): Promise<boolean> {
  let more = false;
  for (const name of laneNames) {
    const { concurrency, take, work } = lanes[name];
    const ids = await take(rooms, concurrency);
    await Promise.all(ids.map((id) => work(rooms, id)));
    more ||= ids.length > 0;
  }
  return (await tellOperator(rooms)) || more;
}
