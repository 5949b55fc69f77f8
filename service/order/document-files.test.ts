import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentSchema } from '@/lib/contract/document';
import { lastSegment } from '@/lib/contract/iri';
import type { Order } from '@/lib/contract/order';
import { bothItem, freeItem } from '@/testing/ticketing-service/booking';
import { longestTurn } from '@/testing/ticketing-service/event-loop';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { type TestOrders, startTestOrders, textOfFile } from '@/testing/ticketing-service/order';

let environment: TestOrders;
/** Another process of the service, with its own disk. */
let other: TestService;
let moments = Date.parse('2026-03-01T12:00:00Z');
// Each file is made at a different time.
const now = () => new Date((moments += 1));

beforeAll(async () => {
  environment = await startTestOrders({ now });
  other = await startTestService({ now, databaseUrl: environment.databaseUrl });
});
afterAll(async () => {
  expect([...environment.service.unexpectedErrors, ...other.unexpectedErrors]).toEqual([]);
  await other.close();
  await environment.close();
});

async function ordered(item: object): Promise<Order> {
  const [order] = await environment.ordered([item]);
  if (order === undefined) throw new Error('nothing was ordered');
  return order;
}

async function refresh(order: Order, service = environment.service, language = 'en') {
  const answer = await service.call('PATCH', order.documents[0] ?? '', {
    body: {},
    headers: { 'accept-language': language },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return documentSchema.parse(answer.body);
}

/** The files that are kept of an order. */
async function filesOf(order: Order, service = environment.service): Promise<string[]> {
  const found = await readdir(join(service.folder, order.id), { recursive: true });
  return found.filter((name) => /\.pdf|\.new/.test(name));
}

async function nameHolder(order: Order, lastname: string): Promise<void> {
  const { status } = await environment.service.call('PATCH', order.items[0]?.tickets?.[0] ?? '', {
    body: { holder: { firstname: 'Ada', lastname } },
  });
  expect(status).toBe(200);
}

const pathOf = ({ temporaryUrl }: { temporaryUrl: string }) => new URL(temporaryUrl).pathname;

describe('the file of a document', () => {
  it('is sent although it can not be stored', async () => {
    const { service } = environment;
    const order = await ordered(freeItem(environment.places));
    const folder = join(service.folder, order.id);
    await rm(folder, { recursive: true, force: true });
    // Nothing can be read or written below a file.
    await writeFile(folder, 'in the way');
    const document = await refresh(order);
    for (let time = 0; time < 2; time += 1)
      expect(await textOfFile(service, document.temporaryUrl)).toContain(order.reference);
    expect(service.unexpectedErrors.splice(0).map((error) => String(error))).toContainEqual(
      expect.stringContaining('ENOTDIR'),
    );
    await rm(folder);
  });

  it('and its folders can be read only by the user of the service', async () => {
    const order = await ordered(freeItem(environment.places));
    await refresh(order);
    const { folder } = environment.service;
    const made = [
      order.id,
      ...(await readdir(join(folder, order.id), { recursive: true })).map((name) => join(order.id, name)),
    ];
    const modes = await Promise.all(made.map(async (path) => (await stat(join(folder, path))).mode & 0o777));
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  it('is rendered again when it is lost', async () => {
    const order = await ordered(freeItem(environment.places));
    const before = await refresh(order);
    await rm(join(environment.service.folder, order.id), { recursive: true });
    expect(await textOfFile(environment.service, before.temporaryUrl)).toContain(order.reference);
    await rm(join(environment.service.folder, order.id), { recursive: true });
    const after = await refresh(order);
    expect([pathOf(after), after.cachedAt]).toEqual([pathOf(before), before.cachedAt]);
    expect(await textOfFile(environment.service, after.temporaryUrl)).toContain(order.reference);
  });

  it('is rendered again if an earlier version of the service named it', async () => {
    const order = await ordered(freeItem(environment.places));
    await refresh(order);
    const documentId = lastSegment(order.documents[0] ?? '');
    await environment.service.database.transaction((transaction) =>
      transaction.run(
        sql`update ticketing.document_file set storage_key = ${`${documentId}-en.pdf`} where document_id = ${documentId}`,
      ),
    );
    const { temporaryUrl } = await refresh(order);
    expect(await textOfFile(environment.service, temporaryUrl)).toContain(order.reference);
  });

  it('is rendered by a process that does not have it, at an address from another process', async () => {
    const order = await ordered(freeItem(environment.places));
    const { temporaryUrl, cachedAt } = await refresh(order);
    expect(await textOfFile(other, temporaryUrl)).toContain(order.reference);
    expect((await refresh(order, other)).cachedAt).toBe(cachedAt);
  });

  it('is removed as soon as a ticket is changed, and its address leads to the new one', async () => {
    const order = await ordered(freeItem(environment.places));
    const before = await refresh(order);
    await refresh(order, environment.service, 'fr');
    await nameHolder(order, 'Lovelace');
    expect(await filesOf(order)).toEqual([]);
    expect(await textOfFile(environment.service, before.temporaryUrl)).toContain('Ada Lovelace');
    expect(await filesOf(order)).toHaveLength(1);
  });

  it('is removed on the disk of another process when that process renders it again', async () => {
    const order = await ordered(freeItem(environment.places));
    await refresh(order, other);
    await nameHolder(order, 'Byron');
    expect(await textOfFile(other, (await refresh(order, other)).temporaryUrl)).toContain('Ada Byron');
    expect(await filesOf(order, other)).toHaveLength(1);
  });

  it('is rendered once for all concurrent requests', async () => {
    const order = await ordered(freeItem(environment.places));
    const documents = await Promise.all(Array.from({ length: 12 }, () => refresh(order)));
    expect(new Set(documents.map(({ cachedAt }) => cachedAt)).size).toBe(1);
    expect(await filesOf(order)).toHaveLength(1);
  });

  it('can be fetched from each of two processes that rendered it at the same time', async () => {
    const order = await ordered(freeItem(environment.places));
    const documents = await Promise.all([refresh(order), refresh(order, other)]);
    for (const { temporaryUrl } of documents) {
      for (const service of [environment.service, other]) {
        expect(await textOfFile(service, temporaryUrl)).toContain(order.reference);
      }
    }
  });

  it('shows a change that was made during the rendering', async () => {
    const order = await ordered(bothItem(environment.places, 5));
    const rendering = refresh(order);
    await nameHolder(order, 'Byron');
    expect(await textOfFile(environment.service, (await rendering).temporaryUrl)).toContain('Ada Byron');
    expect(await textOfFile(environment.service, (await refresh(order)).temporaryUrl)).toContain('Ada Byron');
  });

  it('with fifty tickets does not keep other requests waiting', async () => {
    const order = await ordered(bothItem(environment.places, 25));
    expect(order.items[0]?.tickets).toHaveLength(50);
    const work = async () => {
      await rm(join(environment.service.folder, order.id), { recursive: true, force: true });
      return refresh(order);
    };
    const { longest, result } = await longestTurn(work, 4);
    expect(longest).toBeLessThan(4);
    expect(await textOfFile(environment.service, result.temporaryUrl)).toContain('50/50');
  });

  it('is not rendered at a manipulated address', async () => {
    const order = await ordered(freeItem(environment.places));
    const { temporaryUrl } = await refresh(order);
    const forged = temporaryUrl.replace(/-en-/, '-fr-');
    expect((await environment.service.call('GET', forged, { token: null })).status).toBe(404);
    expect(await filesOf(order)).toHaveLength(1);
  });
});
