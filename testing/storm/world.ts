import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Database } from '@/lib/database/database';
import { openDatabase } from '@/lib/database/open-database';
import { openShopDatabase } from '@/testing/shop/tables';
import { startPostgres } from '@/testing/database/postgres';
import { type CommitFault, type Relay, startRelay } from '@/testing/database/relay';
import { type HttpProxy, startHttpProxy } from '@/testing/faults/http-proxy';
import type { Random } from '@/testing/faults/random';
import { startIssuer } from '@/testing/ticketing-service/issuer';
import { listenHttp } from '@/testing/listen-http';
import { type MailServer, startMailServer } from '@/testing/fakes/mail/mail-server';
import { startStripe, type StripeServer } from '@/testing/fakes/stripe/stripe-server';
import { startProgram, type TestProgram, tokenFor } from '@/testing/ticketing-service/program';
import { type Catalogue, openCatalogue } from './catalogue';
import { shortenRequests } from './passing-time';
import { type ShopProcess, shopProcess, Unanswered } from './shop-process';

/** The faults that are decided where the programs are started: see storm-faults.ts. */
export interface WorldFaults {
  random: Random;
  atCommit: () => CommitFault;
  /**
   * Delivers a webhook once, several times, late, or never. Resolves to whether the provider learns that it
   * arrived.
   */
  onWebhook: (deliver: () => Promise<boolean>) => Promise<boolean>;
}

/** All programs of the storm, each in a process of its own, on PostgreSQL. */
export interface World {
  service: TestProgram;
  provider: StripeServer;
  mailbox: MailServer;
  /** Between the shop and its partners. */
  proxies: Record<'service' | 'provider', HttpProxy>;
  fronts: readonly [ShopProcess, ShopProcess];
  workers: readonly [ShopProcess, ShopProcess];
  /** Between the programs and their databases; none before given ones. */
  relays: readonly Relay[];
  /** The databases, without a relay. */
  shop: Database;
  ticketing: Database;
  /** The access token of the shop. */
  token: string;
  catalogue: Catalogue;
  /** What the processes of the shop have reported, and how often. */
  reports: Map<string, number>;
  /** One of the processes with pages that run now. Throws `Unanswered` when there is none. */
  front(): ShopProcess;
  close(): Promise<void>;
}

const timeoutMilliseconds = 6_000;
/** For so long the service waits for the end of a request that was interrupted. */
const requestSeconds = 20;

/** Opened in this order, closed in the other one. */
type Closing = (() => Promise<unknown>)[];

/** Empty databases of another server, at the addresses that programs use. */
export interface GivenDatabases {
  service: string;
  shop: string;
}

/** Without `given`, the databases are on a server of the tests, behind relays. */
export async function startWorld(faults: WorldFaults, given?: GivenDatabases): Promise<World> {
  const closing: Closing = [];
  const close = async () => {
    for (const one of closing.reverse()) await one();
  };
  try {
    return { ...(await startAll(faults, closing, given)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startAll(faults: WorldFaults, closing: Closing, given?: GivenDatabases) {
  const urls =
    given === undefined
      ? await startDatabases(faults, closing)
      : { direct: given, programs: given, relays: [] };
  const [service, databases] = await startServiceProgram(urls, closing);
  const catalogue = await openCatalogue(service);
  await shortenRequests(databases.ticketing, requestSeconds);
  const mailbox = await startMailServer();
  closing.push(() => mailbox.close());
  const front = () => faults.random.pick(running(fronts));
  const provider = await startProvider(faults, front, closing);
  const proxies = await startProxies({ service, provider }, closing);
  const reports: World['reports'] = new Map();
  const report = (text: string) => reports.set(text, (reports.get(text) ?? 0) + 1);
  const process = (isWorker: boolean, repetitions: number) =>
    shopProcess(
      {
        serviceUrl: proxies.service.url,
        providerUrl: proxies.provider.url,
        mailUrl: mailbox.url,
        databaseUrl: databases.shopUrl,
        token: databases.token,
        timeoutMilliseconds,
        isWorker,
        repetitions,
      },
      report,
    );
  const fronts = [process(false, 1), process(false, 1)] as const;
  const workers = [process(true, 0), process(true, 2)] as const;
  const all = [...fronts, ...workers];
  closing.push(() => Promise.all(all.map((one) => one.kill())));
  // One after the other, because they share few cores.
  for (const one of all) await one.start();
  const { shop, ticketing, relays, token } = databases;
  const programs = { service, provider, mailbox, proxies, fronts, workers };
  return { ...programs, relays, shop, ticketing, token, catalogue, reports, front };
}

function running(processes: readonly ShopProcess[]): [ShopProcess, ...ShopProcess[]] {
  const [first, ...others] = processes.filter((one) => one.isUp());
  if (first === undefined) throw new Unanswered('no process of the shop runs');
  return [first, ...others];
}

interface DatabaseUrls {
  /** For the test, and for the programs. */
  direct: GivenDatabases;
  programs: GivenDatabases;
  relays: Relay[];
}

async function startDatabases(faults: WorldFaults, closing: Closing): Promise<DatabaseUrls> {
  const server = await startPostgres();
  closing.push(() => server.stop());
  const direct = { service: await server.createDatabase(), shop: await server.createDatabase() };
  const relayed = (url: string) => startRelay(url, () => faults.atCommit());
  const relays = { service: await relayed(direct.service), shop: await relayed(direct.shop) };
  closing.push(() => Promise.all([relays.service.close(), relays.shop.close()]));
  const programs = { service: relays.service.url, shop: relays.shop.url };
  return { direct, programs, relays: Object.values(relays) };
}

async function startServiceProgram({ direct, programs, relays }: DatabaseUrls, closing: Closing) {
  const issuer = await startIssuer();
  closing.push(() => issuer.close());
  const env = {
    HOLD_MINUTES: '1',
    SERVICE_PROCESSES: '2',
    LOG_LEVEL: 'warn',
    REQUESTS_PER_MINUTE: '10000000',
    OPEN_REQUESTS_PER_MINUTE: '10000000',
  };
  const service = await startProgram({ databaseUrl: programs.service, issuer, env });
  closing.push(() => service.close());
  const ticketing = await openDatabase({
    url: direct.service,
    folder: '',
    migrations: 'service/migrations',
    schema: 'ticketing_migrations',
  });
  const shop = await openShopDatabase(direct.shop);
  closing.push(() => Promise.all([ticketing.close(), shop.close()]));
  const token = await tokenFor(issuer, 'reseller', '12h');
  return [service, { ticketing, shop, shopUrl: programs.shop, token, relays }] as const;
}

/** The payment provider, whose webhooks reach a process of the shop, if the faults let them. */
async function startProvider(
  faults: WorldFaults,
  front: () => ShopProcess,
  closing: Closing,
): Promise<StripeServer> {
  const receiver = await listenHttp((incoming, response) => {
    const receive = async () => {
      const body = await text(incoming);
      const signature = String(incoming.headers['stripe-signature']);
      const deliver = async () => (await front().ask('receiveWebhook', body, signature)).kind === 'stored';
      response.writeHead((await faults.onWebhook(deliver)) ? 200 : 500).end();
    };
    receive().catch(() => response.writeHead(500).end());
  });
  closing.push(receiver.close);
  const provider = await startStripe({ webhookUrl: receiver.url });
  closing.push(() => provider.close());
  return provider;
}

async function startProxies(
  { service, provider }: Pick<World, 'service' | 'provider'>,
  closing: Closing,
): Promise<World['proxies']> {
  const ca = await readFile(join(service.folder, 'tls/ca.pem'), 'utf8');
  const proxies = {
    service: await startHttpProxy({ url: `https://localhost:${service.port}`, ca }),
    provider: await startHttpProxy({ url: provider.url }),
  };
  closing.push(() => Promise.all([proxies.service.close(), proxies.provider.close()]));
  return proxies;
}
