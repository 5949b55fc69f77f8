import type { SQL } from 'drizzle-orm';
import { createOrdersOutputSchema, type Order } from '@/lib/contract/order';
import { startPostgres } from '@/lib/database/postgres-testing';
import { customer, hold, openPlaces, ordersBulk, type Places } from '../booking-testing';
import { startTestService, type TestService } from '../testing';

/** A service on PostgreSQL with places to sell, and short ways to order them. */
export interface OrderStage {
  service: TestService;
  databaseUrl: string;
  places: Places;
  /** Holds items; resolves to the paths of their reservations. */
  held: (items: unknown[], organization?: string) => Promise<string[]>;
  /** Asks for orders; the customer and what else is sent can be changed. */
  ask: (reservations: unknown[], change?: object, organization?: string) => ReturnType<TestService['call']>;
  /** Orders items that are held first. */
  ordered: (items: unknown[], change?: object, organization?: string) => Promise<Order[]>;
  change: (statement: SQL) => Promise<number>;
  close: () => Promise<void>;
}

export async function startOrderStage(options: { now?: () => Date } = {}): Promise<OrderStage> {
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  const service = await startTestService({ ...options, databaseUrl });
  const places = await openPlaces(service, 50);
  const held: OrderStage['held'] = async (items, organization) =>
    (await hold(service, items, organization)).reservations.map((one) => one['@id']);
  const ask: OrderStage['ask'] = (reservations, change = {}, organization = 'reseller') =>
    service.call('POST', ordersBulk, { body: { reservations, customer, ...change }, organization });
  return {
    service,
    databaseUrl,
    places,
    held,
    ask,
    ordered: async (items, change, organization) => {
      const { status, body } = await ask(await held(items, organization), change, organization);
      if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return createOrdersOutputSchema.parse(body).orders;
    },
    change: (statement) => service.database.transaction((transaction) => transaction.run(statement)),
    close: async () => {
      await service.close();
      await server.stop();
    },
  };
}

/** The words of the file at a temporary address. */
export async function textOfFile(service: Pick<TestService, 'call'>, url: string): Promise<string> {
  const { status, body } = await service.call('GET', url, { token: null });
  if (status !== 200) throw new Error(`${status} at ${url}`);
  // Loaded by the tests that read a file: it takes as long as all the others.
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({ data: Uint8Array.from(body as Uint8Array), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, i) => (await pdf.getPage(i + 1)).getTextContent()),
  );
  await pdf.destroy();
  return pages
    .flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : '')))
    .join(' ')
    .replace(/\s+/g, ' ');
}
