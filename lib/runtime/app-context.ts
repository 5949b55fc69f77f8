import { startWorker, type Worker } from '../shop/worker/worker';
import type { CheckoutContext } from '../shop/context';
import { inviteFirst } from '../shop/data/staff-account-store';
import type { WaitingRooms } from '../shop/flows/waiting-room/waiting-rooms';
import type { CatalogAdmin } from '../client/catalog-admin';
import type { Client } from '../client/client';
import { createProgramLog } from '../log/program-log';
import { openSecurityLog, type SecurityLog } from '../log/security-log';
import type { KeptListings } from '../discovery/kept-listings';
import { readConfig, type Config } from './config';
import { processEnvironment } from './env';
import { noticed } from './noticed-database';
import {
  openCheckoutContext,
  openClient,
  openListings,
  openShopDatabase,
  openShopWaitingRooms,
} from './open-parts';
import { noteOfRequest } from './request-state';
import { showWorkload } from './shop-metrics';

/** The dependencies that the pages, routes and workers of one storefront process share. */
export interface AppContext {
  readonly config: Config;
  /** Callers log identifiers and kinds, never what a customer typed. */
  readonly log: ReturnType<typeof createProgramLog>;
  /** Sign-ins, refusals, limits, and staff access to personal data. */
  readonly security: SecurityLog;
  readonly client: Client;
  /** Changes catalogues for staff; null: that is not set up (CATALOG_CLIENT_ID). */
  readonly catalogAdmin: CatalogAdmin | null;
  /** The events of all catalogues, for lists and searches. */
  readonly listings: KeptListings;
  /** The checkout's dependencies: database, service, payment provider, mail server. */
  readonly checkoutContext: CheckoutContext;
  /** Null: the shop has none (WAITING_ROOM). */
  readonly waitingRooms: WaitingRooms | null;
  /** The worker that processes what is due; a request that makes something due wakes it. */
  readonly worker: Worker;
}

declare global {
  // Next bundles pages, routes and instrumentation separately, so what they share can't be a module variable.
  var storefrontRuntime: Promise<AppContext> | undefined;
}

/** Each dependency gets plain values. Rejects with WrongEnvironment on a wrong configuration. */
async function startAppContext(): Promise<AppContext> {
  const config = readConfig(processEnvironment());
  const log = createProgramLog({ level: config.logLevel });
  if (config.wallets.apple !== null && config.wallets.apple.validUntil < new Date())
    log.error('the certificate for Apple Wallet has ended: its passes are not offered');
  const security = openSecurityLog({ file: config.securityLog, log });
  const client = openClient(config);
  const checkoutContext = openCheckoutContext(config, {
    database: noticed(await openShopDatabase(config)),
    client,
    report: (level, message, context) => log[level](context, message),
  });
  if (config.metrics !== null)
    showWorkload(checkoutContext.database, (error) => log.warn({ err: error }, 'metrics could not be read'));
  const { provider, firstAdmin } = config.staff;
  if (provider === null && firstAdmin !== null) await inviteFirst(checkoutContext.database, firstAdmin);
  return {
    config,
    log,
    security,
    client,
    checkoutContext,
    catalogAdmin: checkoutContext.catalogAdmin,
    listings: openListings(client, log),
    waitingRooms: openShopWaitingRooms(config, checkoutContext),
    worker: startWorker(checkoutContext),
  };
}

export async function stopAppContext(): Promise<void> {
  const runtime = await globalThis.storefrontRuntime;
  if (runtime === undefined) return;
  await runtime.worker.stop();
  await runtime.checkoutContext.invoices.close();
  await runtime.checkoutContext.database.close();
}

/** The context of this process; the first call starts it. A failed start is not cached. */
export function getAppContext(): Promise<AppContext> {
  noteOfRequest({ hasBegun: true });
  globalThis.storefrontRuntime ??= startAppContext().catch((error: unknown) => {
    globalThis.storefrontRuntime = undefined;
    throw error;
  });
  return globalThis.storefrontRuntime;
}
