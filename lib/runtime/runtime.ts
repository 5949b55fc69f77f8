import { startNightly, type Nightly } from '../checkout/nightly';
import { reconciliationJob } from '../checkout/nightly-reconciliation';
import { retentionJob } from '../checkout/retention';
import type { Rooms } from '../checkout/rooms';
import { startWorker, type Worker } from '../checkout/worker';
import type { Client } from '../client/client';
import { openSecurityLog, type SecurityLog } from '../log/security-log';
import { smtpMailer } from '../mail/mailer';
import { readConfig, type Config } from './config';
import { processEnvironment, tellNextAuth } from './env';
import { createLog, type Log } from './log';
import { noticed } from './noticed-database';
import { openClient, openPayments, openShopDatabase } from './open-parts';
import { noteOfRequest } from './request-state';

/** Everything that the pages, routes and workers of one storefront process share. */
export interface Runtime {
  readonly config: Config;
  readonly log: Log;
  /** Sign-ins, refusals, limits, and what staff do with personal data. */
  readonly security: SecurityLog;
  /** The ticketing service. */
  readonly client: Client;
  /** What the checkout works with: database, service, payment provider, mail server. */
  readonly rooms: Rooms;
  /** Finishes what is due; woken when a request made something due. */
  readonly worker: Worker;
  /** Compares the books and deletes what was kept for long enough, once a night. */
  readonly nightly: Nightly;
}

declare global {
  // Next bundles pages, routes and instrumentation apart: what they share can't live in a module.
  var storefrontRuntime: Promise<Runtime> | undefined;
}

/** Puts the rooms together; each gets plain values. Rejects with WrongEnvironment on a wrong configuration. */
async function startRuntime(): Promise<Runtime> {
  const config = readConfig(processEnvironment());
  tellNextAuth(config.storefrontUrl);
  const log = createLog();
  const security = openSecurityLog({ file: config.securityLog, log });
  const client = openClient(config);
  const rooms: Rooms = {
    database: noticed(await openShopDatabase(config)),
    client,
    payments: openPayments(config),
    mailer: smtpMailer(config.mail),
    alertEmail: config.mail.alertsTo,
    storefrontUrl: config.storefrontUrl,
    quota: config.quota,
    linkSecret: config.linkSecret,
    capture: config.payment.capture,
    report: (level, message, context) => log[level](context, message),
  };
  const { hour, reconcileDays, retention } = config.nightly;
  const jobs = [reconciliationJob(rooms, reconcileDays), retentionJob(rooms, retention)];
  return {
    ...{ config, log, security, client, rooms },
    worker: startWorker(rooms),
    nightly: startNightly(rooms, hour, jobs),
  };
}

/** Ends what runs beside requests, and closes the database. */
export async function stopRuntime(): Promise<void> {
  const runtime = await globalThis.storefrontRuntime;
  if (runtime === undefined) return;
  await Promise.all([runtime.worker.stop(), runtime.nightly.stop()]);
  await runtime.rooms.database.close();
}

/** The runtime of this process, started by whoever asks first. A failed start is not remembered. */
export function getRuntime(): Promise<Runtime> {
  noteOfRequest({ hasBegun: true });
  globalThis.storefrontRuntime ??= startRuntime().catch((error: unknown) => {
    globalThis.storefrontRuntime = undefined;
    throw error;
  });
  return globalThis.storefrontRuntime;
}
