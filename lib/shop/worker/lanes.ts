import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sendAnswers } from '../flows/answers/send-answers';
import { processCancellation } from '../flows/cancellation/process-cancellation';
import { tellOperator } from '../flows/mail/alerts';
import { type State } from '../values/checkout-state';
import { catchUpWithEvents, claimCatchUp } from '../flows/payment/event-catch-up';
import { sendEmail } from '../flows/mail/emails';
import { processEventChange } from '../flows/event-change/process-event-change';
import {
  type Queue,
  requeue,
  inStates,
  isAboutIncident,
  isAboutSession,
  provesPayment,
  setAsideUnreadable,
  claimDue,
} from '../data/queue-store';
import { mailConnections } from '../../mail/mailer';
import type { CheckoutContext } from '../context';
import { indexPersons } from '../data/index-persons';
import { postponeWebhook, processWebhook } from '../flows/payment/webhooks';
import { claimSessionChanges, learnSessionChanges } from '../flows/event-change/learn-session-changes';
import { nextRound } from '../data/list-store';
import { processWaitingList } from '../flows/waiting-list/process-list';
import { startPool, type Pool } from './worker-pool';
import { describeError, processLeased } from '../flows/order/process-checkout';

/** One kind of work: from which queue it takes rows, and how many it processes at once. */
interface Lane {
  concurrency: number;
  take: (context: CheckoutContext, limit: number) => Promise<string[]>;
  work: (context: CheckoutContext, id: string) => Promise<unknown>;
  /** The lanes that may have new work after a job of this lane. */
  wakes: readonly LaneName[];
}

type LaneName =
  | 'paid'
  | 'sessions'
  | 'incidents'
  | 'orders'
  | 'refunds'
  | 'payments'
  | 'emails'
  | 'answers'
  | 'cancellations'
  | 'eventChanges'
  | 'waitingLists';

/** Lost webhooks: one reading of the provider's events at a time, every 30 seconds. */
const catchUp: Lane = {
  concurrency: 1,
  take: async ({ database }) => ((await claimCatchUp(database)) ? ['events'] : []),
  work: catchUpWithEvents,
  wakes: ['paid', 'sessions', 'incidents'],
};

/** Sessions that imports of feeds changed: one reading of the service's list at a time, every minute. */
const sessionChanges: Lane = {
  concurrency: 1,
  take: async ({ database }) => ((await claimSessionChanges(database)) ? ['changes'] : []),
  work: learnSessionChanges,
  wakes: [],
};

/** Alerts for the operator: looked for once a second, and sent in at most one e-mail a minute. */
const alerts: Lane = {
  concurrency: 1,
  take: async (context) => {
    await tellOperator(context);
    return [];
  },
  work: () => Promise.resolve(),
  wakes: [],
};

/** How many checkouts become findable in one transaction, and in one look of a second. */
const indexedAtOnce = 100;
const mostIndexed = 1_000;

/** Names and addresses that were changed become findable for staff. */
const persons: Lane = {
  concurrency: 1,
  take: async ({ database }) => {
    for (let indexed = 0; indexed < mostIndexed; indexed += indexedAtOnce)
      if ((await indexPersons(database, indexedAtOnce)) < indexedAtOnce) break;
    return [];
  },
  work: () => Promise.resolve(),
  wakes: [],
};

/** Answers to the questions of issuers, sent to the tickets of an order. */
const answers: Lane = {
  concurrency: 2,
  take: ({ database }, limit) => claimDue(database, 'answer_delivery', limit),
  work: unlessUnreadable('answer_delivery', sendAnswers, async (context, id, error) => {
    context.report('error', 'answers could not be read', { checkout: id, ...describeError(error) });
    await requeue(context.database, 'answer_delivery', id, { seconds: 60 });
  }),
  wakes: [],
};

/** Tickets that are cancelled and refunded. */
const cancellations: Lane = {
  concurrency: 4,
  take: ({ database }, limit) => claimDue(database, 'cancellation', limit),
  work: unlessUnreadable('cancellation', processCancellation, async (context, id, error) => {
    context.report('error', 'a cancellation could not be processed', {
      cancellation: id,
      ...describeError(error),
    });
    await requeue(context.database, 'cancellation', id, { seconds: 60 });
  }),
  wakes: ['emails'],
};

/** Sessions that were cancelled or moved, of which many people have tickets. */
const eventChanges: Lane = {
  concurrency: 1,
  take: ({ database }, limit) => claimDue(database, 'event_change', limit),
  work: unlessUnreadable('event_change', processEventChange, async (context, id, error) => {
    context.report('error', 'the orders of a changed event could not be processed', {
      change: id,
      ...describeError(error),
    });
    await requeue(context.database, 'event_change', id, { seconds: 60 });
  }),
  wakes: ['cancellations', 'orders', 'emails'],
};

/**
 * Each kind of work has its own concurrency, so that a customer who has paid waits neither for unpaid
 * checkouts nor for a slow payment provider or mail server.
 */
export const lanes: Record<LaneName, Lane> = {
  paid: webhookLane(provesPayment),
  sessions: webhookLane(isAboutSession),
  incidents: webhookLane(isAboutIncident),
  orders: checkoutLane(8, ['paid', 'ordering', 'capturing'], ['refunds', 'emails', 'answers']),
  refunds: checkoutLane(4, ['refunding', 'voiding'], ['emails']),
  // Ends expired holds and closes their payment pages.
  payments: checkoutLane(4, ['held', 'paying'], ['orders']),
  emails: {
    // As many as there are connections to the mail server: an e-mail that waits for a connection must not
    // outlast its lease.
    concurrency: mailConnections,
    take: ({ database }, limit) => claimDue(database, 'mail', limit),
    work: unlessUnreadable('mail', sendEmail, async (context, id, error) => {
      context.report('error', 'an e-mail could not be written', { mail: id, ...describeError(error) });
      await requeue(context.database, 'mail', id, { seconds: 60 });
    }),
    wakes: [],
  },
  answers,
  cancellations,
  eventChanges,
  waitingLists: {
    concurrency: 2,
    take: ({ database }, limit) => claimDue(database, 'waiting_list', limit),
    work: unlessUnreadable('waiting_list', processWaitingList, async (context, id, error) => {
      context.report('warn', 'a waiting list could not be processed', { list: id, ...describeError(error) });
      await nextRound(context.database, id, 'later');
    }),
    wakes: ['emails'],
  },
};

function webhookLane(only: SQL): Lane {
  return {
    concurrency: 4,
    take: ({ database }, limit) => claimDue(database, 'webhook', limit, only),
    work: unlessUnreadable('webhook', processWebhook, async (context, id, error) => {
      context.report('warn', 'a webhook could not be processed', { webhook: id, ...describeError(error) });
      await postponeWebhook(context, id);
    }),
    wakes: ['orders'],
  };
}

function checkoutLane(concurrency: number, states: readonly State[], wakes: readonly LaneName[]): Lane {
  return {
    concurrency,
    take: ({ database }, limit) => claimDue(database, 'checkout', limit, inStates(states)),
    work: unlessUnreadable('checkout', (context, id) => processLeased(context, id, states)),
    wakes,
  };
}

/** The work, which sets a row aside that this version can't read; `failed` deals with other errors. */
function unlessUnreadable(
  table: Queue,
  work: Lane['work'],
  failed?: (context: CheckoutContext, row: string, error: unknown) => Promise<void>,
): Lane['work'] {
  return async (context, row) => {
    try {
      await work(context, row);
    } catch (error) {
      if (!(error instanceof z.ZodError)) {
        if (failed === undefined) throw error;
        return failed(context, row, error);
      }
      const paths = error.issues.map(({ path }) => path.join('.'));
      context.report('error', 'a row can not be read by this version', { table, row, paths });
      await setAsideUnreadable(context.database, table, row);
    }
  };
}

export type Worker = Pool;

/** Processes everything that is due, until it is stopped. Any number of processes may run one worker each. */
export function startWorker(context: CheckoutContext): Worker {
  const byName = new Map<string, Pool>();
  const start = ({ concurrency, take, work, wakes }: Lane): Pool =>
    startPool({
      concurrency,
      take: (limit) => take(context, limit),
      work: async (id) => {
        await work(context, id);
        for (const name of wakes) byName.get(name)?.wake();
      },
      failed: (error) =>
        context.report('error', 'the worker could not see what is due', describeError(error)),
    });
  for (const [name, lane] of Object.entries(lanes)) byName.set(name, start(lane));
  const pools = [...byName.values(), start(catchUp), start(sessionChanges), start(alerts), start(persons)];
  return {
    wake: () => {
      for (const pool of pools) pool.wake();
    },
    stop: async () => {
      await Promise.all(pools.map((pool) => pool.stop()));
    },
  };
}
