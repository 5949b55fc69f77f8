import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { endUpload, readUpload, saveUpload } from './upload-store';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

const upload = { staff: 'p1', file: '=cmd().json', catalogId: null, bytes: Buffer.from('{"a":"ü"}') };
const count = () => shop.context.database.db.$count(sql`storefront.feed_upload`);
const age = (interval: string) =>
  shop.context.database.transaction((transaction) =>
    transaction.run(sql`update storefront.feed_upload set created_at = created_at - ${interval}::interval`),
  );

it('an upload is read as it was, by the person who made it', async () => {
  const id = await saveUpload(shop.context, upload);
  const found = await readUpload(shop.context, { id, staff: 'p1' });
  expect(found).toMatchObject({
    id,
    file: '=cmd().json',
    catalogId: null,
    hash: createHash('sha256').update(upload.bytes).digest('hex'),
  });
  expect(Buffer.from(found?.bytes ?? []).toString()).toBe('{"a":"ü"}');
  expect(await readUpload(shop.context, { id, staff: 'p2' })).toBeNull();
  await endUpload(shop.context, id, { staff: 'p1', action: 'feed_imported' });
  expect(await readUpload(shop.context, { id, staff: 'p1' })).toBeNull();
});

it('an upload ends after an hour, and the next one deletes it', async () => {
  const id = await saveUpload(shop.context, upload);
  await age('59 minutes');
  expect(await readUpload(shop.context, { id, staff: 'p1' })).not.toBeNull();
  await age('2 minutes');
  expect(await readUpload(shop.context, { id, staff: 'p1' })).toBeNull();
  expect(await count()).toBe(1);
  await saveUpload(shop.context, upload);
  expect(await count()).toBe(1);
});
