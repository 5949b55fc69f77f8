import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { bothItem, customer, ordersBulk } from '@/testing/ticketing-service/booking';
import { shopScopes } from '@/testing/ticketing-service/cancel';
import { openGiftCards, type GiftCards } from '@/testing/ticketing-service/gift-card';
import { startTestOrders, type TestOrders } from '@/testing/ticketing-service/order';
import { applied } from '@/testing/ticketing-service/voucher';

// Tickets of EUR 36.00 that a gift card of EUR 50.00 has paid are exchanged for others of this price.
let test: TestOrders;
let shop: GiftCards;

beforeAll(async () => {
  test = await startTestOrders();
  shop = await openGiftCards(test.service, { rebooking: { deadlineHours: 2 } });
});
afterAll(async () => {
  expect(test.service.unexpectedErrors).toEqual([]);
  await test.close();
});

/** The tickets of an order that the card has paid. */
async function boughtWith(code: string): Promise<string[]> {
  const reservations = await test.held([bothItem(test.places)]);
  expect(await applied(test.service, code, reservations)).toMatchObject({ discountInclTax: '36.00' });
  const [order] = createOrdersOutputSchema.parse((await test.ask(reservations)).body).orders;
  return order?.items[0]?.tickets ?? [];
}

const heldInAfternoon = () => test.held([bothItem(test.places, 1, test.places.afternoon)]);

async function apply(code: string, reservations: readonly string[], replaces: readonly string[]) {
  const body = { code, reservations, replaces };
  return (await test.service.call('POST', '/v1/booking/reservations/_apply-voucher', { body })).body;
}

function exchange(reservations: readonly string[], tickets: readonly string[]) {
  const rebooking = { tickets, reason: 'another day' };
  const body = { reservations, customer, externalReference: 'F-1', rebooking };
  return test.service.call('POST', ordersBulk, { scopes: shopScopes, body });
}

const leftOn = async (code: string) =>
  (await shop.vouchers()).find((one) => one.code === code)?.remainingInclTax;

it('what the card has paid pays for the new tickets, and nothing is left that was not before', async () => {
  const { code } = await shop.buy();
  const tickets = await boughtWith(code);
  const reservations = await heldInAfternoon();
  for (let time = 0; time < 2; time += 1)
    expect(await apply(code, reservations, tickets)).toMatchObject({
      refusal: null,
      discountInclTax: '36.00',
      reservations: [{ balanceLeftInclTax: '14.00' }],
    });
  expect(await exchange(reservations, tickets)).toMatchObject({
    status: 201,
    body: { orders: [{ totalAmountInclTax: '0.00' }] },
  });
  expect(await leftOn(code)).toBe('14.00');
});

it('in two windows only one is ordered, and others take nothing of it meanwhile', async () => {
  const { code } = await shop.buy();
  const tickets = await boughtWith(code);
  const windows = [await heldInAfternoon(), await heldInAfternoon()];
  for (const reservations of windows)
    expect(await apply(code, reservations, tickets)).toMatchObject({ discountInclTax: '36.00' });
  const other = await test.held([bothItem(test.places)]);
  expect(await applied(test.service, code, other)).toMatchObject({ refusal: 'USED_UP' });
  expect((await test.ask(windows[0] ?? [])).status).toBe(422);
  const answers = await Promise.all(windows.map((reservations) => exchange(reservations, tickets)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  const rest = windows.filter((_, index) => answers[index]?.status === 422).flat();
  for (const reservation of rest) await shop.expire(reservation);
  expect(await leftOn(code)).toBe('14.00');
});

it('of a card that is disabled now, only what it has paid for these tickets goes on', async () => {
  const { code } = await shop.buy();
  const tickets = await boughtWith(code);
  const body = { disabled: true, actor: 'staff', reason: 'lost' };
  await test.service.call('PATCH', await shop.voucherOf(code), { body, organization: 'river' });
  const two = await test.held([bothItem(test.places, 2, test.places.afternoon)]);
  expect(await apply(code, two, tickets)).toMatchObject({ refusal: null, discountInclTax: '36.00' });
});

it('what the card has paid beyond the price of the new tickets is on it again, though these can’t be cancelled', async () => {
  const { code } = await shop.buy();
  const reservations = await test.held([bothItem(test.places, 2)]);
  expect(await applied(test.service, code, reservations)).toMatchObject({ discountInclTax: '50.00' });
  const [order] = createOrdersOutputSchema.parse((await test.ask(reservations)).body).orders;
  expect(order?.items[0]?.cancellation).toBeNull();
  const tickets = order?.items[0]?.tickets ?? [];
  const one = await heldInAfternoon();
  expect(await apply(code, one, tickets)).toMatchObject({
    discountInclTax: '36.00',
    reservations: [{ balanceLeftInclTax: '14.00' }],
  });
  expect((await exchange(one, tickets)).status).toBe(201);
  const { body } = await test.service.call('GET', `${order?.['@id'] ?? ''}/cancellations`);
  expect(body).toMatchObject({
    member: [{ refundAmountInclTax: '22.00', returnedToBalanceInclTax: '50.00' }],
  });
  expect(await leftOn(code)).toBe('14.00');
});
