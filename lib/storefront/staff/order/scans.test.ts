import { afterAll, beforeAll, expect, it } from 'vitest';
import { boughtBy } from '@/testing/shop/named-customer';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startClient } from '@/testing/client/test-client';
import type { WireAnswer, WireRequest } from '@/testing/faults/wire';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { type OrderView, readOrderView } from '../../../shop/flows/lookup/read-checkout';
import type { Admission } from '../../../contract/admission';
import { scansOfBooking } from './scans';

let shop: TestShop;
let stop: () => Promise<void>;
let view: OrderView;
let answer: (request: WireRequest) => WireAnswer;
const asked: string[] = [];
const filters = ['conflict', 'externalReference'];

beforeAll(async () => {
  shop = await startTestShop();
  const { client } = await startClient((request) => {
    asked.push(request.query.get('externalReference') ?? '');
    return answer(request);
  });
  stop = startStorefrontOf(shop, { client });
  const read = await readOrderView(shop.context, await boughtBy(shop, 'door'), 'en');
  if (read === null) throw new Error('no order');
  view = read;
});
afterAll(() => stop());

function scan(position: number, change: Partial<Admission>): Admission {
  const id = samples.id(position);
  const at = `2027-06-01T08:0${position}:00.000Z`;
  return {
    '@id': `/v1/booking/admissions/${id}`,
    '@type': 'Admission',
    id,
    result: 'admitted',
    conflict: false,
    entrance: 'North gate',
    actor: null,
    scannedAt: at,
    receivedAt: at,
    undoneAt: null,
    ticket: null,
    reference: 'T-1',
    session: null,
    occursAt: null,
    day: null,
    timezone: null,
    event: 'Boat',
    name: 'Adult',
    redeemedAt: null,
    redeemedEntrance: null,
    group: null,
    ...change,
  };
}

it('the scans of a booking come in the order of time, with who scanned by name', async () => {
  const offline = scan(1, { receivedAt: '2027-06-01T09:00:00.000Z', conflict: true, result: 'void' });
  const undone = scan(2, { undoneAt: '2027-06-01T08:02:30.000Z', actor: 'unknown-person' });
  // The service lists them by when it learned of them.
  const more = Array.from({ length: 28 }, (_, index) => scan(3, { id: samples.id(10 + index) }));
  answer = (request) => collection(request, [offline, undone, ...more], { filters, cap: 2 });
  const read = await scansOfBooking(view, 'en');
  if (read.kind !== 'scans') throw new Error(read.kind);
  expect(asked.at(-1)).toBe(view.checkout.reference);
  expect(read.scans).toMatchObject([
    { id: offline.id, conflict: true, result: 'void', entrance: 'North gate', staff: null, isUndone: false },
    { id: undone.id, isUndone: true, staff: 'unknown-person' },
  ]);
  answer = (request) => collection(request, [undone, offline, ...more], { filters, cap: 2 });
  expect(await scansOfBooking(view, 'en')).toEqual(read);
  expect(read.more).toBe(28);
});

it('a service that is unavailable, or that does not tell of scans, is no error', async () => {
  answer = () => ({ status: 503 });
  expect(await scansOfBooking(view, 'en')).toEqual({ kind: 'unavailable' });
  answer = () => ({ status: 403 });
  expect(await scansOfBooking(view, 'en')).toEqual({ kind: 'forbidden' });
});

it('a purchase without an order has no tickets that could be scanned: the service is not asked', async () => {
  const before = asked.length;
  const read = await scansOfBooking({ checkout: view.checkout, orders: [] }, 'en');
  expect(read).toEqual({ kind: 'scans', scans: [], more: 0 });
  expect(asked).toHaveLength(before);
});
