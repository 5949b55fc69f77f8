import type { Database, Transaction } from '@/lib/database/database';
import { readerOn, transactionOn } from '@/lib/database/statements';
import type { CheckoutContext } from '@/lib/shop/context';

/** Where a process crashes: at its n-th external call (from 1), before or after the call took effect. */
export interface Crash {
  at: number;
  when: 'before' | 'after';
}

/** One external call of a process. `changes` is false for calls that only read. */
export interface ExternalCall {
  what: string;
  changes: boolean;
}

/** The context of a process that may crash: from then on its calls never return and have no effect. */
export interface CrashingContext {
  context: CheckoutContext;
  calls: ExternalCall[];
  hasCrashed: () => boolean;
  /** Waits for the result of work; null when the process crashed meanwhile. */
  outcome: <Result>(work: Promise<Result>) => Promise<Result | null>;
}

/** The connection of a crashed process is closed, and the database rolls back. */
class Crashed extends Error {}

interface Process {
  calls: ExternalCall[];
  hasCrashed: () => boolean;
  crashed: Promise<null>;
  /** Makes an external call. It never returns if the process has crashed, or crashes at this call. */
  call: <Result>(one: ExternalCall, act: () => Promise<Result>) => Promise<Result>;
}

/** Without a planned crash it only counts calls. */
export function crashingContext(context: CheckoutContext, crash: Crash | null): CrashingContext {
  const process = newProcess(crash);
  const { calls, hasCrashed, crashed } = process;
  return {
    context: {
      ...context,
      database: crashingDatabase(context.database, process),
      client: crashing('client', context.client, process),
      catalogAdmin: context.catalogAdmin && crashing('catalogAdmin', context.catalogAdmin, process),
      payments: crashing('payments', context.payments, process),
      mailer: crashing('mailer', context.mailer, process),
    },
    calls,
    hasCrashed,
    outcome: (work) => Promise.race([work, crashed]),
  };
}

const forever = <Result>() => new Promise<Result>(() => undefined);

function newProcess(crash: Crash | null): Process {
  const calls: ExternalCall[] = [];
  let isOver = false;
  let crashNow: (value: null) => void = () => undefined;
  const crashed = new Promise<null>((resolve) => (crashNow = resolve));
  const hasCrashed = () => isOver;
  const crashIf = (number: number, when: Crash['when']) => {
    if (number !== crash?.at || when !== crash.when) return;
    isOver = true;
    crashNow(null);
  };
  const call: Process['call'] = async (one, act) => {
    if (hasCrashed()) return forever();
    const number = calls.push(one);
    crashIf(number, 'before');
    if (hasCrashed()) return forever();
    try {
      const result = await act();
      crashIf(number, 'after');
      return hasCrashed() ? await forever() : result;
    } catch (error) {
      crashIf(number, 'after');
      if (hasCrashed()) return await forever();
      throw error;
    }
  };
  return { calls, hasCrashed, crashed, call };
}

const change = { what: 'database.transaction', changes: true } as const;

function crashingDatabase(database: Database, process: Process): Database {
  return {
    ...readerOn((statement) =>
      process.call({ what: 'database.rows', changes: false }, () => database.send(statement)),
    ),
    single: transactionOn((statement) => process.call(change, () => database.single.send(statement))),
    transaction: (work) =>
      process.call(change, () =>
        database.transaction((transaction) =>
          Promise.race([
            work(crashingTransaction(transaction, process)),
            process.crashed.then(() => {
              throw new Crashed();
            }),
          ]),
        ),
      ),
    isDistributed: database.isDistributed,
    close: () => database.close(),
  };
}

/**
 * Its statements are not counted one by one, because a transaction takes effect as a whole. A crashed process
 * sends none.
 */
function crashingTransaction(transaction: Transaction, { hasCrashed }: Process): Transaction {
  const whileRunning = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    if (hasCrashed()) return forever();
    const result = await act();
    return hasCrashed() ? forever() : result;
  };
  return transactionOn((statement) => whileRunning(() => transaction.send(statement)));
}

// Calls that do not leave the process, or that no purchase makes.
const within = ['readWebhook', 'listPayments', 'listRefunds', 'listRefundsOf', 'listEvents', 'close'];

function crashing<Part extends object>(name: string, part: Part, process: Process): Part {
  return new Proxy(part, {
    get: (target, key): unknown => {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function' || typeof key !== 'string' || within.includes(key)) return member;
      const changes = !/^(get|list)/.test(key);
      return (...args: unknown[]) =>
        process.call({ what: `${name}.${key}`, changes }, async () => {
          const result: unknown = await Reflect.apply(member, target, args);
          return result;
        });
    },
  });
}
