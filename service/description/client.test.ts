import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const modules = join(require.resolve('openapi-fetch/package.json'), '../..');

/** A program that an external developer would write with only the generated types. */
const program = `
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './schema';

const throwing: Middleware = {
  onResponse: async ({ response }) => {
    if (!response.ok) throw new Error(response.status + ' ' + (await response.text()));
  },
};

export async function purchase(fetch: (request: Request) => Promise<Response>, token: string) {
  const client = createClient<paths>({
    baseUrl: 'https://service.test',
    fetch,
    headers: { Authorization: 'Bearer ' + token },
  });
  client.use(throwing);
  const catalogs = await client.GET('/v1/ticketing/catalogs', { params: { query: { itemsPerPage: 1 } } });
  const catalogId = catalogs.data!.member[0]!.id;
  const events = await client.GET('/v1/ticketing/catalogs/{catalogId}/events', {
    params: { path: { catalogId }, header: { 'Accept-Language': 'fr' } },
  });
  const event = events.data!.member.find((one) => one.name === 'Bateau')!;
  const sessions = await client.GET('/v1/ticketing/catalogs/{catalogId}/events/{eventId}/sessions', {
    params: { path: { catalogId, eventId: event.id }, query: { 'occursAt[after]': '2027-06-02' } },
  });
  const session = sessions.data!.member[0]!;
  const offers = await client.GET('/v1/ticketing/catalogs/{catalogId}/offers', {
    params: { path: { catalogId }, query: { session: session.id, 'order[date]': 'asc' } },
  });
  const offer = offers.data!.member[0]!;
  const tickets = await client.GET('/v1/ticketing/catalogs/{catalogId}/offers/{offerId}/tickets', {
    params: { path: { catalogId, offerId: offer.id } },
  });
  const held = await client.POST('/v1/booking/reservations/_bulk', {
    params: { header: { 'Idempotency-Key': 'reserve-1' } },
    body: {
      items: [
        {
          quantity: 2,
          offer: offer['@id'],
          ticketSessions: tickets.data!.member.map((ticket) =>
            ticket.dateAccess
              ? { ticket: ticket['@id'] }
              : { ticket: ticket['@id'], session: session['@id'] },
          ),
        },
      ],
    },
  });
  const { reservations, failedReservations } = held.data!;
  const customer = {
    firstname: 'Zoë',
    lastname: 'Martin',
    email: 'zoe@customer.test',
    country: 'FR',
    language: 'fr',
  };
  const ordered = await client.POST('/v1/booking/orders/_bulk', {
    body: { reservations: reservations.map((one) => one['@id']), customer, externalReference: 'shop-1' },
  });
  const order = ordered.data!.orders[0]!;
  const documentId = order.documents[0]!.split('/').at(-1)!;
  const document = await client.PATCH('/v1/booking/orders/{orderId}/documents/{id}', {
    params: { path: { orderId: order.id, id: documentId } },
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: {},
  });
  const url: string = document.data!.temporaryUrl;
  const total: string = order.totalAmountExclTax;
  const left: number | null = session.availableQuantity;
  return { failed: failedReservations.length, total, left, url };
}
`;

/** Mistakes that the types must detect: in a filter, in a body, and in an answer. */
const slips = [
  ["'occursAt[after]'", "'startsAt[after]'"],
  ['quantity: 2', "quantity: '2'"],
  ["'order[date]': 'asc'", "'order[date]': 'up'"],
  ['firstname:', 'firstName:'],
  ['const total: string', 'const total: number'],
  ['const left: number | null', 'const left: number'],
  ['offer.id } }', 'offer.identifier } }'],
] as const;

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  await service.call('POST', '/v1/ticketing/feeds', { body: boatAndMuseum(), organization: 'river' });
  folder = await mkdtemp(join(tmpdir(), 'client-'));
  await symlink(modules, join(folder, 'node_modules'));
  const { body } = await service.call('GET', '/openapi.json', { token: null });
  const types = await openapiTS(JSON.stringify(body));
  await writeFile(join(folder, 'schema.d.ts'), astToString(types));
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
  await rm(folder, { recursive: true });
});

/** The errors that the compiler finds in programs, by their names. */
async function compile(programs: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, `${name}.ts`), text);
  const options = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'ESNext',
    moduleResolution: 'bundler',
  };
  const files = Object.keys(programs).map((name) => `${name}.ts`);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
  const compiler = [join(modules, 'typescript/bin/tsc'), '-p', folder, '--pretty', 'false'];
  const { stdout } = await run(process.execPath, compiler, { cwd: folder }).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}

describe('a client generated from the OpenAPI document', () => {
  it('compiles in a program that browses, reserves, orders and fetches the tickets', async () => {
    const wrong = slips.map(([right, slip], i) => [`slip-${i}`, program.replace(right, slip)] as const);
    for (const [, text] of wrong) expect(text).not.toBe(program);
    const errors = await compile({ purchase: program, ...Object.fromEntries(wrong) });
    expect(errors.filter((line) => line.startsWith('purchase.ts'))).toEqual([]);
    // Each mistake must be a compile error in its own file.
    const caught = wrong.map(([name]) => errors.some((line) => line.startsWith(`${name}.ts`)));
    expect(caught).toEqual(slips.map(() => true));
  });

  it('buys at the service', async () => {
    const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2023 };
    const { outputText } = transpileModule(program, { compilerOptions });
    const file = join(folder, 'purchase.mjs');
    await writeFile(file, outputText);
    const { purchase } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
      purchase: (fetch: (request: Request) => Promise<Response>, token: string) => Promise<object>;
    };
    const bought = await purchase((request) => service.handle(request), await service.token());
    expect(bought).toEqual({
      failed: 0,
      total: '60.00',
      left: 50,
      url: expect.stringMatching(/^https:\/\/service\.test\//) as unknown,
    });
  });
});
