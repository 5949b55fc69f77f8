import { randomUUID } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import { Client } from 'pg';
import type { Database } from '@/lib/database/database';
import type { CheckoutContext } from '@/lib/shop/context';
import { startPostgres } from '@/testing/database/postgres';
import { type MailServer, startMailServer } from '@/testing/fakes/mail/mail-server';
import { startStripe, type StripeServer } from '@/testing/fakes/stripe/stripe-server';
import { listenHttp } from '@/testing/listen-http';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { closeContext, openContext } from './shop-context';
import { openShopDatabase } from './tables';

interface Databases {
  service: string;
  shop: string;
}

/** The programs on one pair of databases. */
export interface Running {
  service: TestService;
  context: CheckoutContext;
  database: Database;
}

/** Service and shop on PostgreSQL, whose databases can be set back together; the provider and the mailbox can't. */
export interface Restorable {
  provider: StripeServer;
  mailbox: MailServer;
  running: () => Running;
  /** Keeps both databases as they are now; the programs start again. */
  keep: () => Promise<void>;
  /** The databases are as they were when they were kept, as often as it is wanted; or that of the shop alone. */
  restore: (only?: 'shop') => Promise<void>;
  close: () => Promise<void>;
}

export async function startRestorable(): Promise<Restorable> {
  const server = await startPostgres();
  const [provider, mailbox] = await Promise.all([startStripe(), startMailServer()]);
  const create = () => server.createDatabase();
  let used: Databases = { service: await create(), shop: await create() };
  let kept: Databases | null = null;
  const places = { providerUrl: provider.url, mailUrl: mailbox.url };
  let now = await open(used, places);
  const restart = async (next: Databases) => {
    used = next;
    now = await open(used, places);
  };
  return {
    provider,
    mailbox,
    running: () => now,
    keep: async () => {
      await now.close();
      kept = await copied(used);
      await restart(used);
    },
    restore: async (only) => {
      if (kept === null) throw new Error('nothing was kept');
      await now.close();
      const { service } = used;
      const earlier = await copied(kept);
      await restart(only === 'shop' ? { ...earlier, service } : earlier);
    },
    close: async () => {
      await now.close();
      await Promise.all([provider.close(), mailbox.close()]);
      await server.stop();
    },
  };
}

async function open(
  { service: serviceUrl, shop }: Databases,
  places: { providerUrl: string; mailUrl: string },
): Promise<Running & { close: () => Promise<void> }> {
  const service = await startTestService({ databaseUrl: serviceUrl });
  const listening = await listenHttp(getRequestListener((request) => service.handle(request)));
  const database = await openShopDatabase(shop);
  const token = await service.token();
  const context = openContext({ ...places, serviceUrl: listening.url }, database, { token });
  return {
    service,
    context,
    database,
    close: async () => {
      await closeContext(context);
      await listening.close();
      await Promise.all([service.close(), database.close()]);
    },
  };
}

/** Both databases must be without connections. */
async function copied({ service, shop }: Databases): Promise<Databases> {
  return { service: await copyOf(service), shop: await copyOf(shop) };
}

async function copyOf(url: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const [admin, copy] = [new URL(url), new URL(url)];
  admin.pathname = '/postgres';
  copy.pathname = `/${name}`;
  const client = new Client({ connectionString: admin.toString() });
  await client.connect();
  await client.query(`create database ${name} template ${new URL(url).pathname.slice(1)}`);
  await client.end();
  return copy.toString();
}
