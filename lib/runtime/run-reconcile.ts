import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { CheckoutContext } from '../shop/context';
import { reconcile } from '../shop/flows/reconciliation/reconcile';
import { afterRestore } from '../shop/flows/restore/after-restore';
import { reconciliationText } from '../shop/rules/reconcile-findings';
import { isComplete, isNothing, restoreText } from '../shop/rules/restore-report';
import { ServiceError } from '../client/service-error';
import { DatabaseUnavailable, firstReason, isDatabaseUnavailable, type Database } from '../database/database';
import { PaymentError } from '../payment/payment';
import { type Config, readConfig } from './config';
import { WrongEnvironment } from '../network/check-settings';
import type { Environment } from './env';
import { openCheckoutContext, openClient, openPayments, openShopDatabase } from './open-parts';
import { readReconcileConfig } from './reconcile-config';

const usage = [
  'Usage: bin/ticketing reconcile --since 2026-11-01 (from midnight UTC of that day until now).',
  'After a restore of the databases: bin/ticketing reconcile --after-restore --since 2026-11-01T14:30:00Z (the moment to which',
  'they were restored), with --dry-run to see before what would be done (docs/restore.md).',
].join('\n');

/** Nothing could be compared, with the reason in one sentence. */
class NotCompared extends Error {}

interface Options {
  since: Date;
  afterRestore: boolean;
  dryRun: boolean;
}

const flags = {
  since: { type: 'string' },
  'after-restore': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new NotCompared(usage);
  }
}

function parseOptions(args: readonly string[]): Options {
  const { since: given = '', 'after-restore': afterRestore, 'dry-run': dryRun } = parseFlags(args);
  const isMoment = afterRestore && momentSchema.safeParse(given).success;
  const since = new Date(isMoment ? given : `${given}T00:00:00Z`);
  // Date turns a day that does not exist into a day of the next month.
  const isDay = !Number.isNaN(since.getTime()) && since.toISOString().slice(0, 10) === given;
  if ((!isMoment && !isDay) || (dryRun && !afterRestore)) throw new NotCompared(usage);
  if (since.getTime() > Date.now()) throw new NotCompared(`${given} is still to come. ${usage}`);
  return { since, afterRestore, dryRun };
}

/** With seconds or without, and with a time zone: what it means does not depend on the computer. */
const momentSchema = z.iso.datetime({ offset: true });

/** The shop's existing database; never a new one, in which nothing would match. */
async function openExisting(config: Pick<Config, 'database' | 'processes'>): Promise<Database> {
  const { database } = config;
  if (database.url === undefined && !existsSync(join(database.folder, 'pgdata'))) {
    throw new NotCompared(
      `There is no database in ${database.folder}: name the shop's with DATA_DIR or DATABASE_URL.`,
    );
  }
  try {
    return await openShopDatabase(config);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    const isTaken = database.url === undefined && error.message.includes('in use');
    throw new NotCompared(
      isTaken
        ? `The embedded database in ${database.folder} is the running shop's alone: stop the shop first, or give it a DATABASE_URL.`
        : error.message,
    );
  }
}

async function run(
  args: readonly string[],
  environment: Environment,
): Promise<{ report: string; allMatches: boolean }> {
  const { since, afterRestore: isAfterRestore, dryRun } = parseOptions(args);
  // To make purchases again needs what the storefront needs; to compare needs less.
  const restoring = isAfterRestore ? readConfig(environment) : null;
  const config = restoring ?? readReconcileConfig(environment);
  const database = await openExisting({ ...config, processes: 1 });
  const client = openClient(config);
  try {
    if (restoring === null) return await compare({ database, client, payments: openPayments(config) }, since);
    const context = openCheckoutContext(restoring, { database, client, report: () => undefined });
    try {
      return await restore(context, since, dryRun);
    } finally {
      context.mailer.close();
    }
  } finally {
    await Promise.all([client.close(), database.close()]);
  }
}

async function compare(context: Parameters<typeof reconcile>[0], since: Date) {
  const found = await reconcile(context, since);
  return { report: reconciliationText(found, since), allMatches: found.findings.length === 0 };
}

async function restore(context: CheckoutContext, since: Date, dryRun: boolean) {
  const done = await afterRestore(context, since, { dryRun });
  const text = restoreText(done, dryRun);
  if (dryRun) return { report: text, allMatches: isNothing(done) };
  const { report, allMatches } = await compare(context, since);
  return { report: `${text}\n${report}`, allMatches: allMatches && isComplete(done) };
}

function sentenceOf(error: unknown): string {
  if (error instanceof NotCompared) return error.message;
  if (error instanceof WrongEnvironment) {
    return `These of the storefront's settings are needed, and are wrong:\n- ${error.sentences.join('\n- ')}`;
  }
  if (error instanceof PaymentError) return `The payment provider can't be asked (${error.message}).`;
  if (error instanceof ServiceError) return `The ticketing service can't be asked (${error.message}).`;
  if (isDatabaseUnavailable(error)) return `The database went away (${firstReason(error)}).`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The exit code: 0 when all data matches, 1 when something does not, 2 when nothing could be compared. */
export interface Ended {
  code: 0 | 1 | 2;
  stdout: string;
  stderr: string;
}

/** Compares the shop's books with the provider's and the service's, as `npm run reconcile -- <args>` does. After a restore it makes purchases again before. */
export async function runReconcile(args: readonly string[], environment: Environment): Promise<Ended> {
  try {
    const { report, allMatches } = await run(args, environment);
    return { code: allMatches ? 0 : 1, stdout: report, stderr: '' };
  } catch (error) {
    // An unexpected error gives 2, too: 1 would mean that something does not match.
    return { code: 2, stdout: '', stderr: `${sentenceOf(error)}\n` };
  }
}
