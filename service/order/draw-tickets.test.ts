import { afterAll, beforeAll, expect, it } from 'vitest';
import { addresses } from '@/lib/contract/iri';
import type { Order } from '@/lib/contract/order';
import { ticketsFileSchema } from '@/lib/contract/tickets-file';
import { accessibilityFaults } from '@/testing/pdf-accessibility';
import { pdfText } from '@/testing/pdf-text';
import { bothItem, customer, freeItem } from '@/testing/ticketing-service/booking';
import { startTestOrders, type TestOrders } from '@/testing/ticketing-service/order';
import { newId } from '../ids/new-id';

let environment: TestOrders;
beforeAll(async () => {
  environment = await startTestOrders();
});
afterAll(async () => {
  expect(environment.service.unexpectedErrors).toEqual([]);
  await environment.close();
});

const draw = (ids: readonly string[], options: object = {}) =>
  environment.service.call('POST', addresses.ticketsFile(), { body: { orders: ids }, ...options });

/** One PDF of the tickets of orders; null: none is valid. */
async function fileOf(orders: readonly Order[], language = 'en', more: { forGift?: boolean } = {}) {
  const headers = { 'accept-language': language };
  const body = { orders: orders.map(({ id }) => id), ...more };
  const answer = await environment.service.call('POST', addresses.ticketsFile(), { body, headers });
  expect(answer.status).toBe(201);
  const { content, language: its } = ticketsFileSchema.parse(answer.body);
  return { pdf: content === null ? null : Buffer.from(content, 'base64'), language: its };
}

async function codesOf({ items }: Order): Promise<string[]> {
  const paths = items.flatMap(({ tickets }) => tickets ?? []);
  const answers = await Promise.all(paths.map((path) => environment.service.call('GET', path)));
  return answers.map(({ body }) => (body as { reference: string }).reference);
}

const booked = () =>
  environment.ordered([bothItem(environment.places, 2), freeItem(environment.places)], {
    externalReference: 'SHOP-4711',
  });

it('has the tickets of all orders of a booking, in the order of their times, with the codes that the orders have', async () => {
  const orders = await booked();
  const codes = (await Promise.all(orders.map(codesOf))).flat();
  expect(codes).toHaveLength(5);
  const { pdf } = await fileOf(orders);
  const text = await pdfText(pdf ?? new Uint8Array());
  for (const code of codes) expect(text.split(code)).toHaveLength(2);
  expect(text).toContain('Booking number SHOP-4711');
  expect(text.match(/[1-5]\/5 ·/g)).toEqual(['1/5 ·', '2/5 ·', '3/5 ·', '4/5 ·', '5/5 ·']);
  const anyTime = 'Any time that day';
  expect(text.match(/Any time that day|\d\d:\d\d(?= \()/g)).toEqual([
    anyTime,
    anyTime,
    '09:00',
    '10:00',
    '10:00',
  ]);
  expect(await accessibilityFaults(pdf ?? new Uint8Array())).toEqual([]);
  const french = await fileOf(orders, 'fr');
  expect(french.language).toBe('fr');
  expect(await pdfText(french.pdf ?? new Uint8Array())).toContain('Numéro de réservation SHOP-4711');
});

it('of a gift does not say who has booked, the number of the booking, or what was answered', async () => {
  const orders = await booked();
  const [first = ''] = orders[1]?.items[0]?.tickets ?? [];
  const [path = ''] = orders[0]?.items[0]?.tickets ?? [];
  const body = { holder: { firstname: 'Grace', lastname: 'Hopper' } };
  expect((await environment.service.call('PATCH', path, { body })).status).toBe(200);
  const answers = {
    answers: [
      { field: 'age', value: 42 },
      { field: 'diet', value: 'none' },
    ],
  };
  expect((await environment.service.call('PATCH', first, { body: answers })).status).toBe(200);
  const { pdf: whole } = await fileOf(orders);
  const { firstname, lastname } = customer;
  const name = `Name · ${firstname} ${lastname}`;
  for (const text of ['SHOP-4711', name, 'Age · 42'])
    expect(await pdfText(whole ?? new Uint8Array())).toContain(text);
  const { pdf } = await fileOf(orders, 'en', { forGift: true });
  const bytes = pdf ?? new Uint8Array();
  const text = await pdfText(bytes);
  for (const hidden of ['SHOP-4711', name, 'Age ·']) expect(text).not.toContain(hidden);
  expect(text.match(/Name · /g)).toHaveLength(1);
  expect(text).toContain('Name · Grace Hopper');
  for (const code of (await Promise.all(orders.map(codesOf))).flat()) expect(text).toContain(code);
  expect(Buffer.from(bytes).toString('latin1')).not.toContain('SHOP-4711');
  expect(await accessibilityFaults(bytes)).toEqual([]);
});

it('leaves out tickets that are cancelled; if all are, there is no file', async () => {
  const orders = await booked();
  const [both, free] = orders;
  if (both === undefined || free === undefined) throw new Error('not ordered');
  const [gone = '', stays = ''] = [(await codesOf(both))[0], (await codesOf(free))[0]];
  const cancel = async (order: Order) => {
    const body = { reason: 'ill', override: true };
    const { status } = await environment.service.call('POST', addresses.cancelOrder(order.id), {
      body,
      scopes: ['booking:write', 'booking:override'],
    });
    expect(status).toBe(201);
  };
  await cancel(both);
  const text = await pdfText((await fileOf(orders)).pdf ?? new Uint8Array());
  expect(text).not.toContain(gone);
  expect(text).toContain(stays);
  expect(text).toContain('1/1 ·');
  await cancel(free);
  expect((await fileOf(orders)).pdf).toBeNull();
});

it('is not there for orders of others, or that do not exist', async () => {
  const [order] = await booked();
  const id = order?.id ?? '';
  expect((await draw([id], { organization: 'river' })).status).toBe(422);
  expect((await draw([id, newId()])).status).toBe(422);
  expect((await draw([])).status).toBe(422);
  expect((await draw(['x'])).status).toBe(422);
});
