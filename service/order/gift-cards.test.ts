import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOrdersOutputSchema, type Order } from '@/lib/contract/order';
import { itemTicketSchema } from '@/lib/contract/item-ticket';
import { why } from '@/testing/ticketing-service/administration';
import { bothItem, customer, hold, ordersBulk } from '@/testing/ticketing-service/booking';
import { openGiftCards, type GiftCards } from '@/testing/ticketing-service/gift-card';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { applied } from '@/testing/ticketing-service/voucher';

const service: TestService = await startTestService();
let shop: GiftCards;

beforeAll(async () => {
  shop = await openGiftCards(service, { cancellation: { deadlineHours: 0, share: 0.5 } });
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const holdBoth = async (quantity = 1) =>
  (await hold(service, [bothItem(shop.places, quantity)])).reservations.map((one) => one['@id']);
const order = async (reservations: readonly string[]): Promise<Order> => {
  const { status, body } = await service.call('POST', ordersBulk, { body: { reservations, customer } });
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  const [made] = createOrdersOutputSchema.parse(body).orders;
  if (made === undefined) throw new Error('no order');
  return made;
};
const cancel = (of: Pick<Order, '@id'>, body: object = {}) =>
  service.call('POST', `${of['@id']}/_cancel`, { body: { reason: 'a test', ...body } });
const left = async (card: { ticket: string }) =>
  itemTicketSchema.parse((await service.call('GET', card.ticket)).body).giftCard?.remainingInclTax;
const violation = (message: string) => ({ status: 422, body: { violations: [{ message }] } });

describe('a gift card', () => {
  it('is a ticket with a code, and a voucher of what was paid, valid until the end of the day of the offer', async () => {
    const { order: bought, ticket, code } = await shop.buy();
    expect(bought.items).toMatchObject([{ giftCard: true, totalAmountInclTax: '50.00' }]);
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){4}$/);
    expect((await service.call('GET', ticket)).body).toMatchObject({
      reference: code,
      barcode: { value: code },
      giftCard: {
        valueInclTax: '50.00',
        remainingInclTax: '50.00',
        validUntil: '2029-12-31T23:00:00.000Z',
        disabled: false,
      },
    });
    const listed = (await shop.vouchers()).find((one) => one.code === code);
    expect(listed).toMatchObject({
      kind: 'balance',
      value: '50.00',
      remainingInclTax: '50.00',
      soldIn: bought.reference,
    });
  });

  it('is one for each unit, and another ticket of the order is none', async () => {
    const several = await shop.buy(3);
    expect(new Set(several.codes).size).toBe(3);
    const [ticket = ''] = (await order(await holdBoth())).items[0]?.tickets ?? [];
    expect((await service.call('GET', ticket)).body).toMatchObject({ giftCard: null });
  });

  it('admits nobody: it can’t be redeemed, and is not on the list of an entrance', async () => {
    const { ticket, code } = await shop.buy();
    for (const status of ['redeemed', 'cancelled']) {
      expect(await service.call('PATCH', ticket, { body: { status } })).toMatchObject(
        violation('This is a gift card: it admits nobody, and ends only when its order is cancelled.'),
      );
    }
    expect(await shop.scan({ code })).toBe('unknown');
    expect(await shop.scan({ ticket })).toBe('unknown');
    expect(await shop.visitors()).toBe(0);
  });

  it('has a PDF with its code, its value, and until when it is valid', async () => {
    const { order: bought, code } = await shop.buy();
    const text = (await shop.pdf(bought)).replaceAll(/\s+/g, ' ');
    expect(text).toContain('€50.00');
    expect(text).toContain('Valid until 31 December 2029');
    expect(text.replaceAll(' ', '')).toContain(code);
    expect(text).not.toContain('Any time that day');
  });

  it('is paid with money alone: no code takes anything off it', async () => {
    const { code } = await shop.buy();
    const { reservations } = await hold(service, [shop.item(1)]);
    const result = await applied(service, code, [reservations[0]?.['@id']]);
    expect(result).toMatchObject({ refusal: 'NOT_FOR_PRODUCTS', discountInclTax: '0.00' });
  });
});

describe('a balance', () => {
  it('pays a part, then a part again, and what is left is told each time', async () => {
    const card = await shop.buy();
    const first = await holdBoth();
    expect(await applied(service, card.code.toLowerCase().replaceAll('-', ' '), first)).toMatchObject({
      refusal: null,
      discountInclTax: '36.00',
      reservations: [{ balanceLeftInclTax: '14.00' }],
    });
    // Nothing is left to pay.
    expect(await order(first)).toMatchObject({ totalAmountInclTax: '0.00', voucher: card.code });
    const second = await holdBoth();
    expect(await applied(service, card.code, second)).toMatchObject({
      discountInclTax: '14.00',
      reservations: [{ totalAmountInclTax: '22.00', balanceLeftInclTax: '0.00' }],
    });
    // The same again: the same.
    expect(await applied(service, card.code, second)).toMatchObject({ discountInclTax: '14.00' });
    await order(second);
    expect(await applied(service, card.code, await holdBoth())).toMatchObject({ refusal: 'USED_UP' });
    expect(await left(card)).toBe('0.00');
  });

  it('is free again when what it pays for is released or expires', async () => {
    const card = await shop.buy();
    const [first = ''] = await holdBoth();
    await applied(service, card.code, [first]);
    expect(await left(card)).toBe('14.00');
    await service.call('POST', `${first}/_release`);
    expect(await left(card)).toBe('50.00');
    const [second = ''] = await holdBoth();
    await applied(service, card.code, [second]);
    await shop.expire(second);
    expect(await left(card)).toBe('50.00');
    expect(await applied(service, card.code, await holdBoth())).toMatchObject({ discountInclTax: '36.00' });
  });

  it('has back what the rule gives back of what it has paid; money goes back to the payment', async () => {
    const card = await shop.buy();
    const reservations = await holdBoth(2);
    await applied(service, card.code, reservations);
    const used = await order(reservations);
    expect(used).toMatchObject({ totalAmountInclTax: '22.00' });
    expect((await service.call('GET', `${used['@id']}/cancellation_terms`)).body).toMatchObject({
      units: [
        { refundAmountInclTax: '5.50', returnedToBalanceInclTax: '12.50' },
        { refundAmountInclTax: '5.50', returnedToBalanceInclTax: '12.50' },
      ],
    });
    const tickets = used.items[0]?.tickets?.slice(0, 2);
    expect((await cancel(used, { tickets })).body).toMatchObject({
      refundAmountInclTax: '5.50',
      returnedToBalanceInclTax: '12.50',
    });
    expect(await left(card)).toBe('12.50');
    // By staff: all of the second ticket, or as much of the balance as of the money.
    expect((await cancel(used, { override: true, refundAmountInclTax: '2.20' })).body).toMatchObject({
      refundAmountInclTax: '2.20',
      returnedToBalanceInclTax: '5.00',
    });
    expect(await left(card)).toBe('17.50');
  });

  it('of a disabled or expired gift card can’t be used', async () => {
    const card = await shop.buy();
    const path = await shop.voucherOf(card.code);
    const change = (body: object) =>
      service.call('PATCH', path, { organization: 'river', body: { ...why, ...body } });
    expect(await change({ disabled: true })).toMatchObject({
      status: 200,
      body: { remainingInclTax: '50.00' },
    });
    expect(await applied(service, card.code, await holdBoth())).toMatchObject({ refusal: 'DISABLED' });
    await change({ disabled: false, validUntil: '2020-01-01T00:00:00.000Z' });
    expect(await applied(service, card.code, await holdBoth())).toMatchObject({ refusal: 'EXPIRED' });
  });
});

describe('an order of gift cards', () => {
  it('can be cancelled while nothing of them is used, and the code ends with it', async () => {
    const card = await shop.buy();
    expect((await cancel(card.order)).body).toMatchObject({ refundAmountInclTax: '50.00' });
    expect(await applied(service, card.code, await holdBoth())).toMatchObject({ refusal: 'DISABLED' });
    const path = await shop.voucherOf(card.code);
    const again = await service.call('PATCH', path, {
      organization: 'river',
      body: { ...why, disabled: false },
    });
    expect(again.status).toBe(422);
  });

  it('keeps a card that is used, also against an override, until all of it is back', async () => {
    const card = await shop.buy(2);
    const reservations = await holdBoth();
    await applied(service, card.code, reservations);
    const used = 'This gift card has been used, so it can’t be cancelled.';
    // Held is used, too: the customer may be paying the rest.
    const [first = '', second = ''] = card.order.items[0]?.tickets ?? [];
    for (const override of [false, true])
      expect(await cancel(card.order, { tickets: [first], override })).toMatchObject(violation(used));
    expect((await service.call('GET', `${card.order['@id']}/cancellation_terms`)).body).toMatchObject({
      units: [
        { cancellable: false, obstacle: 'REDEEMED' },
        { cancellable: true, refundAmountInclTax: '50.00' },
      ],
    });
    // All that can be: the other one.
    expect((await cancel(card.order)).body).toMatchObject({
      tickets: [second],
      refundAmountInclTax: '50.00',
    });
    const visit = await order(reservations);
    await cancel(visit, { override: true });
    expect(await left(card)).toBe('50.00');
    expect((await cancel(card.order, { tickets: [first] })).body).toMatchObject({
      refundAmountInclTax: '50.00',
    });
  });

  it('can be cancelled when a reservation with its code has expired', async () => {
    const card = await shop.buy();
    const [reservation = ''] = await holdBoth();
    await applied(service, card.code, [reservation]);
    await shop.expire(reservation);
    expect((await cancel(card.order)).status).toBe(201);
    const ended = await service.database.rows(
      z.object({ released: z.boolean() }),
      sql`select released_at is not null as released from ticketing.reservation
          where id = ${reservation.split('/').at(-1)}`,
    );
    expect(ended).toEqual([{ released: true }]);
  });

  it('is exchanged for nothing, and nothing is exchanged for it', async () => {
    const card = await shop.buy();
    const exchange = async (items: unknown[], of: Order) => {
      const reservations = (await hold(service, items)).reservations.map((one) => one['@id']);
      const rebooking = { order: of['@id'], tickets: of.items[0]?.tickets, reason: 'a test', override: true };
      return service.call('POST', ordersBulk, { body: { reservations, customer, rebooking } });
    };
    expect(await exchange([bothItem(shop.places)], card.order)).toMatchObject(
      violation('Tickets of this product can’t be exchanged.'),
    );
    expect(await exchange([shop.item(1)], await order(await holdBoth()))).toMatchObject(
      violation('Tickets can’t be exchanged for a gift card.'),
    );
  });
});

it('a gift card in a feed has one ticket without a session, and no rule for exchanging it', async () => {
  const answer = await shop.import({ rebooking: { deadlineHours: 1 }, dateAccess: false });
  expect(answer).toMatchObject({
    status: 422,
    body: {
      violations: [
        { propertyPath: '$.products[3].tickets', message: expect.stringContaining('one ticket') as string },
        { propertyPath: '$.products[3].rebooking' },
      ],
    },
  });
});
