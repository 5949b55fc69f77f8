import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reconcile } from '../shop/flows/reconciliation/reconcile';
import { reconciliationText } from '../shop/rules/reconcile-findings';
import { ServiceError } from '../client/service-error';
import { DatabaseUnavailable, firstReason, isDatabaseUnavailable, type Database } from '../database/database';
import { PaymentError } from '../payment/payment';
import type { Config } from './config';
import { WrongEnvironment } from '../network/check-settings';
import type { Environment } from './env';
import { openClient, openPayments, openShopDatabase } from './open-parts';
import { readReconcileConfig } from './reconcile-config';

const usage = 'Usage: npm run reconcile -- --since 2026-11-01 (from midnight UTC of that day until now).';

/** Nothing could be compared, with the reason in one sentence. */
class NotCompared extends Error {}

function parseSince(args: readonly string[]): Date {
  let since: string | undefined;
  try {
    since = parseArgs({ args: [...args], options: { since: { type: 'string' } } }).values.since;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new NotCompared(usage);
  }
  const day = new Date(`${since ?? ''}T00:00:00Z`);
  // Date turns a day that does not exist into a day of the next month.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== since) throw new NotCompared(usage);
  if (day.getTime() > Date.now()) throw new NotCompared(`${since} is still to come. ${usage}`);
  return day;
}

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

async function compare(
  args: readonly string[],
  environment: Environment,
): Promise<{ report: string; allMatches: boolean }> {
  const since = parseSince(args);
  const config = readReconcileConfig(environment);
  const database = await openExisting(config);
  const client = openClient(config);
  try {
    const found = await reconcile({ database, client, payments: openPayments(config) }, since);
    return { report: reconciliationText(found, since), allMatches: found.findings.length === 0 };
  } finally {
    await Promise.all([client.close(), database.close()]);
  }
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

/** Compares the shop's books with the provider's and the service's, as `npm run reconcile -- <args>` does. */
export async function runReconcile(args: readonly string[], environment: Environment): Promise<Ended> {
  try {
    const { report, allMatches } = await compare(args, environment);
    return { code: allMatches ? 0 : 1, stdout: report, stderr: '' };
  } catch (error) {
    // An unexpected error gives 2, too: 1 would mean that something does not match.
    return { code: 2, stdout: '', stderr: `${sentenceOf(error)}\n` };
  }
}
