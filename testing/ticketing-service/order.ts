import type { SQL } from 'drizzle-orm';
import { createOrdersOutputSchema, type Order } from '@/lib/contract/order';
import { startPostgres } from '@/testing/database/postgres';
import { pdfText } from '@/testing/pdf-text';
import { customer, hold, openPlaces, ordersBulk, type Places } from './booking';
import { startTestService, type TestService } from './test-service';

/** A service on PostgreSQL with a catalogue, and helpers to hold and order. */
export interface TestOrders {
  service: TestService;
  databaseUrl: string;
  places: Places;
  /** Holds items; resolves to the paths of their reservations. */
  held: (items: unknown[], organization?: string) => Promise<string[]>;
  /** Orders reservations; the customer and other members can be changed. */
  ask: (reservations: unknown[], change?: object, organization?: string) => ReturnType<TestService['call']>;
  /** Holds items and orders them. */
  ordered: (items: unknown[], change?: object, organization?: string) => Promise<Order[]>;
  change: (statement: SQL) => Promise<number>;
  close: () => Promise<void>;
}

export async function startTestOrders(options: { now?: () => Date } = {}): Promise<TestOrders> {
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  const service = await startTestService({ ...options, databaseUrl });
  const places = await openPlaces(service, 50);
  const held: TestOrders['held'] = async (items, organization) =>
    (await hold(service, items, organization)).reservations.map((one) => one['@id']);
  const ask: TestOrders['ask'] = (reservations, change = {}, organization = 'reseller') =>
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

/** The text of the file at a temporary address. */
export async function textOfFile(service: Pick<TestService, 'call'>, url: string): Promise<string> {
  const { status, body } = await service.call('GET', url, { token: null });
  if (status !== 200) throw new Error(`${status} at ${url}`);
  return pdfText(body as Uint8Array);
}
