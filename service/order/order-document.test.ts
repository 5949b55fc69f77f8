import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentSchema } from '@/lib/contract/document';
import { createOrdersOutputSchema, type Order } from '@/lib/contract/order';
import { accessibilityFaults } from '@/testing/pdf-accessibility';
import { placedTexts } from '@/testing/pdf-text';
import { bothItem, freeItem } from '@/testing/ticketing-service/booking';
import { startTestOrders, type TestOrders } from '@/testing/ticketing-service/order';
import { applied, madeVoucher } from '@/testing/ticketing-service/voucher';

let environment: TestOrders;
beforeAll(async () => {
  environment = await startTestOrders();
});
afterAll(async () => {
  expect(environment.service.unexpectedErrors).toEqual([]);
  await environment.close();
});

async function documentOf(order: Order, language = 'en') {
  const { status, body } = await environment.service.call('PATCH', order.documents[0] ?? '', {
    body: {},
    headers: { 'accept-language': language },
  });
  expect(status).toBe(200);
  const { temporaryUrl } = documentSchema.parse(body);
  const file = (await environment.service.call('GET', temporaryUrl, { token: null })).body as Uint8Array;
  const placed = await placedTexts(file);
  return {
    file,
    text: placed
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' '),
  };
}

async function ordered(change: object = {}): Promise<Order> {
  const [order] = await environment.ordered([freeItem(environment.places)], change);
  if (order === undefined) throw new Error('nothing was ordered');
  return order;
}

const patchTicket = async (order: Order, body: object) => {
  const { status } = await environment.service.call('PATCH', order.items[0]?.tickets?.[0] ?? '', { body });
  expect(status).toBe(200);
};

it('shows the client’s reference as the booking number, and no other number of the order', async () => {
  const order = await ordered({ externalReference: 'SHOP-4711' });
  const { text } = await documentOf(order);
  expect(text).toContain('Booking number SHOP-4711');
  expect(text).not.toContain(order.reference);
});

it('shows the reference of the order as the booking number if the client gave none', async () => {
  const order = await ordered();
  expect((await documentOf(order)).text).toContain(`Booking number ${order.reference}`);
});

it('shows the price before the discount of a voucher, the discount with its code, and what was paid', async () => {
  const { service, places } = environment;
  await madeVoucher(service, places.offer.slice(0, places.offer.indexOf('/offers/')));
  const reservations = await environment.held([bothItem(places)]);
  await applied(service, 'TEN-OFF', reservations);
  const { body } = await environment.ask(reservations);
  const [order] = createOrdersOutputSchema.parse(body).orders;
  if (order === undefined) throw new Error('nothing was ordered');
  const { text } = await documentOf(order);
  expect(text).toContain('Price 1 × €36.00 Voucher −€10.00 (TEN-OFF) Total €26.00 (€21.67 excluding tax)');
});

it('shows the year, and the answers in the words of the questions, announced in the language that they are in', async () => {
  const order = await ordered();
  await patchTicket(order, {
    answers: [
      { field: 'age', value: 42 },
      { field: 'diet', value: 'none' },
    ],
  });
  const { file, text } = await documentOf(order, 'fr');
  expect(text).toContain('mardi 1er juin 2027');
  expect(text).toContain('Régime · None Age · 42');
  // The option and the second question have no French name.
  expect(Buffer.from(file).toString('latin1')).toMatch(/\/S \/Span\n[^>]*\/Lang \(en\)/);
});

it.each([
  ['محمد', 'عبدالرحيم'],
  ['שלום', 'כהן'],
  ['さくら', '髙橋'],
  ['Zoë 🎉', '\u202Efdp.exe'],
  ['x'.repeat(255), 'W'.repeat(255)],
])('of a ticket for %s %s conforms to PDF/UA-1, without empty boxes', async (firstname, lastname) => {
  const order = await ordered();
  await patchTicket(order, { holder: { firstname, lastname } });
  const { file, text } = await documentOf(order);
  expect(await accessibilityFaults(file)).toEqual([]);
  const letters = text.replaceAll(' ', '');
  for (const name of [firstname, lastname]) expect(letters).toContain(name.replace(/[\s\u202e]/g, ''));
});
