import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { sendAnswers } from '../flows/answers/send-answers';
import { processCancellation } from '../flows/cancellation/process-cancellation';
import { processRefund } from '../flows/refund/process-refund';
import { tellOperator } from '../flows/mail/alerts';
import type { State } from '../values/checkout-state';
import { catchUpSoon, processEventList } from '../flows/payment/event-catch-up';
import { issueDocuments } from '../flows/invoice/issue-invoices';
import { processGuestList } from '../flows/guest-list/process-guest-list';
import { processMessage } from '../flows/message/process-message';
import { sendEmail } from '../flows/mail/emails';
import { processEventChange } from '../flows/event-change/process-event-change';
import { areAlertsWaiting } from '../data/alert-store';
import {
  claimJobs,
  ensureJob,
  type Job,
  postponeJob,
  setAsideUnreadable,
  type Wanted,
} from '../data/job-store';
import { type JobKind, jobSubjects } from '../tables/job-table';
import { mailConnections } from '../../mail/mailer';
import { durations } from '../../metrics/registry';
import { tracedAlone, within } from '../../tracing/spans';
import type { CheckoutContext } from '../context';
import { arePersonsUnindexed, indexPersons } from '../data/index-persons';
import { postponeWebhook, processWebhook } from '../flows/payment/webhooks';
import { processSessionChanges } from '../flows/event-change/learn-session-changes';
import { nextRound } from '../data/list-store';
import { processWaitingList } from '../flows/waiting-list/process-list';
import { type JobLoop, startJobLoop } from './job-loop';
import { keepLeases } from './leases';
import { doNightlyJob, ensureNightlyJobs } from './nightly';
import { isDatabaseUnavailable } from '../../database/database';
import { describeError, processCheckout, processLeased } from '../flows/order/process-checkout';

/** One kind of work: how many jobs run at once, and what one does. */
interface Work {
  limit: number;
  work: (context: CheckoutContext, key: string, tries: number, stopping: AbortSignal) => Promise<unknown>;
  /** It may take hours. */
  isLong?: boolean;
  /** What is done when a job fails; left out: it is tried again after a minute. */
  postpone?: (context: CheckoutContext, key: string, tries: number) => Promise<void>;
}

/**
 * Each kind of work has its own limit, so that a customer who has paid waits neither for unpaid checkouts nor for a slow
 * payment provider or mail server.
 */
export const jobs: Record<JobKind, Work> = {
  paid_webhook: { limit: 4, work: processWebhook, postpone: postponeWebhook },
  page_webhook: { limit: 4, work: processWebhook, postpone: postponeWebhook },
  incident_webhook: { limit: 4, work: processWebhook, postpone: postponeWebhook },
  order: onCheckouts(8, 'order', ['paid', 'ordering', 'capturing']),
  no_order: onCheckouts(4, 'no_order', ['refunding', 'voiding']),
  hold: onCheckouts(4, 'hold', ['held', 'paying']),
  // As many as there are connections to the mail server.
  mail: { limit: mailConnections, work: sendEmail },
  // They leave a connection to the others.
  bulk_mail: { limit: mailConnections - 1, work: sendEmail },
  message: { limit: 1, isLong: true, work: processMessage },
  guest_list: { limit: 1, isLong: true, work: processGuestList },
  invoice: { limit: 2, work: issueDocuments },
  answers: { limit: 2, work: sendAnswers },
  cancellation: { limit: 4, work: processCancellation },
  refund: { limit: 4, work: processRefund },
  event_change: { limit: 1, isLong: true, work: processEventChange },
  waiting_list: {
    limit: 2,
    work: processWaitingList,
    postpone: ({ database }, key) => nextRound(database, key, 'later'),
  },
  event_list: { limit: 1, work: processEventList },
  session_changes: { limit: 1, work: processSessionChanges },
  nightly: {
    limit: 1,
    isLong: true,
    work: (context, name, _, stopping) => doNightlyJob(context, name, stopping),
  },
};

function onCheckouts(limit: number, kind: 'order' | 'no_order' | 'hold', states: readonly State[]): Work {
  return {
    limit,
    work: (context, id) => processLeased(context, id, { kind, states }),
    // Its lease ends: a transition may have made something due at once.
    postpone: () => Promise.resolve(),
  };
}

/** How many checkouts become findable in one transaction, and at one look. */
const indexedAtOnce = 100;
const mostIndexed = 1_000;

/** What has no jobs, because one look deals with all of it: once a second it is done, if its condition holds. */
const conditions = {
  /** Alerts for the operator, in at most one e-mail a minute. */
  alerts: { when: areAlertsWaiting, work: tellOperator },
  /** Names and addresses that were changed become findable for staff. */
  persons: {
    when: arePersonsUnindexed,
    work: async ({ database }: CheckoutContext) => {
      for (let indexed = 0; indexed < mostIndexed; indexed += indexedAtOnce)
        if ((await indexPersons(database, indexedAtOnce)) < indexedAtOnce) break;
    },
  },
} as const satisfies Record<string, { when: SQL; work: (context: CheckoutContext) => Promise<unknown> }>;

const conditionMilliseconds = 900;

/** What causes no other job. */
const last = [
  'mail',
  'bulk_mail',
  'invoice',
  'answers',
  'event_list',
  'session_changes',
  'nightly',
] as const satisfies JobKind[];

type Kind = JobKind | keyof typeof conditions;
const kindSchema = z.enum([...keysOf(jobs), ...keysOf(conditions)]);

function keysOf<Key extends string>(record: Record<Key, unknown>): Key[] {
  return Object.keys(record) as Key[];
}

const isCondition = (kind: Kind): kind is keyof typeof conditions => Object.hasOwn(conditions, kind);

/** Takes what is due of these kinds. */
async function claim({ database }: CheckoutContext, wanted: readonly Wanted<Kind>[]): Promise<Job<Kind>[]> {
  const queued = wanted.flatMap(({ kind, most }) => (isCondition(kind) ? [] : [{ kind, most }]));
  const also = wanted.flatMap(({ kind }) =>
    isCondition(kind) ? [{ kind, when: conditions[kind].when }] : [],
  );
  const taken = await claimJobs(database, queued, also);
  return taken.map((job) => ({ ...job, kind: kindSchema.parse(job.kind) }));
}

async function work(
  context: CheckoutContext,
  { kind, key, tries }: Job<Kind>,
  stopping: AbortSignal,
): Promise<void> {
  if (isCondition(kind)) {
    await conditions[kind].work(context);
    return;
  }
  const subject = jobSubjects[kind];
  try {
    await jobs[kind].work(context, key, tries, stopping);
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      // Nothing can be stored: the lease ends soon.
      context.report('warn', 'a job was interrupted: the database is away', { job: kind, key, err: error });
      throw error;
    }
    // A job without a row reads what others send: they may send something else next time.
    if (error instanceof z.ZodError && key !== '') {
      const paths = error.issues.map(({ path }) => path.join('.'));
      context.report('error', 'a row can not be read by this version', { table: subject, row: key, paths });
      return setAsideUnreadable(context.database, subject, key);
    }
    const { postpone } = jobs[kind];
    const level = postpone === undefined ? 'error' : 'warn';
    context.report(level, 'a job failed', { job: kind, key, ...describeError(error) });
    if (postpone === undefined) await postponeJob(context.database, subject, key, { seconds: 60 });
    else await postpone(context, key, tries);
  }
}

const jobSeconds = durations({
  name: 'storefront_job_seconds',
  help: 'How long jobs took, by kind',
  labelNames: ['kind'],
});

/** Does the jobs of these kinds that are due, once; resolves to how many there were. */
export async function workOnce(context: CheckoutContext, kinds: readonly JobKind[]): Promise<number> {
  const taken = await claim(
    context,
    kinds.map((kind) => ({ kind, most: jobs[kind].limit })),
  );
  const { signal } = new AbortController();
  await Promise.all(taken.map((job) => work(context, job, signal)));
  return taken.length;
}

export interface Worker extends JobLoop<JobKind> {
  /** Does what is due for one checkout here and now, unless another process has its job. */
  process(checkoutId: string): Promise<void>;
}

/** Processes everything that is due, until it is stopped; a nightly job then ends early. Any number of processes may run one worker each. */
export function startWorker(context: CheckoutContext): Worker {
  const limits = Object.fromEntries(
    kindSchema.options.map((kind) => [kind, isCondition(kind) ? 1 : jobs[kind].limit]),
  ) as Record<Kind, number>;
  let isPrepared = false;
  let lookedAt = 0;
  const prepare = async (): Promise<void> => {
    await ensureJob(context.database, 'event_list');
    await ensureJob(context.database, 'session_changes');
    await ensureNightlyJobs(context);
    isPrepared = true;
  };
  const stopping = new AbortController();
  let wasAway = false;
  const leases = keepLeases(context.database, (error) =>
    context.report('warn', 'leases could not be renewed', describeError(error)),
  );
  const loop = startJobLoop<Kind>({
    limits,
    quiet: new Set(keysOf(conditions)),
    last: new Set(last),
    claim: async (wanted) => {
      if (!isPrepared) await prepare();
      if (wasAway) await catchUpSoon(context.database);
      wasAway = false;
      const isEarly = performance.now() - lookedAt < conditionMilliseconds;
      if (!isEarly) lookedAt = performance.now();
      const asked = isEarly ? wanted.filter(({ kind }) => !isCondition(kind)) : wanted;
      return within(undefined, () => claim(context, asked));
    },
    work: (job) => {
      const done = async () => {
        const stopClock = jobSeconds.startTimer({ kind: job.kind });
        // A page that made it due does not wait for it.
        const start = { name: `job ${job.kind}`, kind: 'internal' } as const;
        await tracedAlone(start, () => work(context, job, stopping.signal)).finally(stopClock);
      };
      if (isCondition(job.kind)) return done();
      const { isLong = false } = jobs[job.kind];
      return leases.during({ subject: jobSubjects[job.kind], key: job.key, isLong }, done);
    },
    failed: (error) => {
      wasAway ||= isDatabaseUnavailable(error);
      context.report('error', 'the worker could not see what is due', describeError(error));
    },
  });
  return {
    process: (checkoutId) =>
      leases.during({ subject: 'checkout', key: checkoutId }, () => processCheckout(context, checkoutId)),
    wake: () => loop.wake(),
    finish: (kind, key) => loop.finish(kind, key),
    stop: () => {
      stopping.abort(new Error('the process ends'));
      return loop.stop();
    },
  };
}
