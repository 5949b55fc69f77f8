import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentSchema } from '@/lib/contract/document';
import { lastSegment } from '@/lib/contract/iri';
import type { Order } from '@/lib/contract/order';
import { bothItem, freeItem } from '../booking-testing';
import { eventLoopDelay } from '../event-loop-testing';
import { startTestService, type TestService } from '../testing';
import { type OrderStage, startOrderStage, textOfFile } from './order-testing';

let stage: OrderStage;
/** Another process of the service, with a disk of its own. */
let other: TestService;
let moments = Date.parse('2026-03-01T12:00:00Z');
// No two files are made at the same moment.
const now = () => new Date((moments += 1));

beforeAll(async () => {
  stage = await startOrderStage({ now });
  other = await startTestService({ now, databaseUrl: stage.databaseUrl });
});
afterAll(async () => {
  expect([...stage.service.surprises, ...other.surprises]).toEqual([]);
  await other.close();
  await stage.close();
});

async function ordered(item: object): Promise<Order> {
  const [order] = await stage.ordered([item]);
  if (order === undefined) throw new Error('nothing was ordered');
  return order;
}

async function refresh(order: Order, service = stage.service, language = 'en') {
  const answer = await service.call('PATCH', order.documents[0] ?? '', {
    body: {},
    headers: { 'accept-language': language },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return documentSchema.parse(answer.body);
}

/** The files that are kept of an order. */
async function filesOf(order: Order, service = stage.service): Promise<string[]> {
  const found = await readdir(join(service.folder, order.id), { recursive: true });
  return found.filter((name) => /\.pdf|\.new/.test(name));
}

async function nameHolder(order: Order, lastname: string): Promise<void> {
  const { status } = await stage.service.call('PATCH', order.items[0]?.tickets?.[0] ?? '', {
    body: { holder: { firstname: 'Ada', lastname } },
  });
  expect(status).toBe(200);
}

const pathOf = ({ temporaryUrl }: { temporaryUrl: string }) => new URL(temporaryUrl).pathname;

describe('the file of a document', () => {
  it('is rendered again when it is lost', async () => {
    const order = await ordered(freeItem(stage.places));
    const before = await refresh(order);
    await rm(join(stage.service.folder, order.id), { recursive: true });
    expect(await textOfFile(stage.service, before.temporaryUrl)).toContain(order.reference);
    await rm(join(stage.service.folder, order.id), { recursive: true });
    const after = await refresh(order);
    expect([pathOf(after), after.cachedAt]).toEqual([pathOf(before), before.cachedAt]);
    expect(await textOfFile(stage.service, after.temporaryUrl)).toContain(order.reference);
  });

  it('is rendered again when an earlier version has named it', async () => {
    const order = await ordered(freeItem(stage.places));
    await refresh(order);
    await stage.service.database.transaction((transaction) =>
      transaction.run(
        sql`update ticketing.document_file set storage_key = document_id || '-' || language || '.pdf'
            where document_id = ${lastSegment(order.documents[0] ?? '')}`,
      ),
    );
    const { temporaryUrl } = await refresh(order);
    expect(await textOfFile(stage.service, temporaryUrl)).toContain(order.reference);
  });

  it('is rendered by a process that has not got it, at an address that another one gave', async () => {
    const order = await ordered(freeItem(stage.places));
    const { temporaryUrl, cachedAt } = await refresh(order);
    expect(await textOfFile(other, temporaryUrl)).toContain(order.reference);
    expect((await refresh(order, other)).cachedAt).toBe(cachedAt);
  });

  it('is removed as soon as a ticket is changed, and its address leads to the new one', async () => {
    const order = await ordered(freeItem(stage.places));
    const before = await refresh(order);
    await refresh(order, stage.service, 'fr');
    await nameHolder(order, 'Lovelace');
    expect(await filesOf(order)).toEqual([]);
    expect(await textOfFile(stage.service, before.temporaryUrl)).toContain('Ada Lovelace');
    expect(await filesOf(order)).toHaveLength(1);
  });

  it('is removed on the disk of another process when that one renders it anew', async () => {
    const order = await ordered(freeItem(stage.places));
    await refresh(order, other);
    await nameHolder(order, 'Byron');
    expect(await textOfFile(other, (await refresh(order, other)).temporaryUrl)).toContain('Ada Byron');
    expect(await filesOf(order, other)).toHaveLength(1);
  });

  it('is rendered once for all who ask at the same time', async () => {
    const order = await ordered(freeItem(stage.places));
    const documents = await Promise.all(Array.from({ length: 12 }, () => refresh(order)));
    expect(new Set(documents.map(({ cachedAt }) => cachedAt)).size).toBe(1);
    expect(await filesOf(order)).toHaveLength(1);
  });

  it('can be fetched from each of two processes that rendered it at the same time', async () => {
    const order = await ordered(freeItem(stage.places));
    const documents = await Promise.all([refresh(order), refresh(order, other)]);
    for (const { temporaryUrl } of documents) {
      for (const service of [stage.service, other]) {
        expect(await textOfFile(service, temporaryUrl)).toContain(order.reference);
      }
    }
  });

  it('shows a change that was made while it was rendered', async () => {
    const order = await ordered(bothItem(stage.places, 5));
    const rendering = refresh(order);
    await nameHolder(order, 'Byron');
    expect(await textOfFile(stage.service, (await rendering).temporaryUrl)).toContain('Ada Byron');
    expect(await textOfFile(stage.service, (await refresh(order)).temporaryUrl)).toContain('Ada Byron');
  });

  it('with fifty tickets keeps others waiting for 100 ms at most', async () => {
    const order = await ordered(bothItem(stage.places, 25));
    expect(order.items[0]?.tickets).toHaveLength(50);
    const work = async () => {
      await rm(join(stage.service.folder, order.id), { recursive: true, force: true });
      return refresh(order);
    };
    const { p99, result } = await eventLoopDelay(work, 100);
    expect(p99).toBeLessThan(100);
    expect(await textOfFile(stage.service, result.temporaryUrl)).toContain('50/50');
  });

  it('at an address that was tampered with is not rendered', async () => {
    const order = await ordered(freeItem(stage.places));
    const { temporaryUrl } = await refresh(order);
    const forged = temporaryUrl.replace(/-en-/, '-fr-');
    expect((await stage.service.call('GET', forged, { token: null })).status).toBe(404);
    expect(await filesOf(order)).toHaveLength(1);
  });
});
