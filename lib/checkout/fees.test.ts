import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeOrder } from './pay';
import { readCheckout } from './read-checkout';
import { orderOf, startStage, type Stage } from './testing';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.reset());

describe('a reservation that costs more or less than its items', () => {
  it.each([
    ['a fee', '1.50', '37.50', ['Adult', 'Booking fee']],
    ['a discount', '-1.50', '34.50', null],
    ['neither', '0.00', '36.00', ['Adult']],
  ] as const)('%s: is shown, charged, ordered and confirmed to the cent', async (kind, fee, total, names) => {
    stage.ticketing.fee = fee;
    const { id, sessionId } = await stage.paying();
    const view = await readCheckout(stage.rooms, id, 'en');
    expect(view).toMatchObject({ fees: fee, total });
    const session = stage.provider.sessions.get(sessionId);
    expect(session?.amount).toBe(Math.round(Number(total) * 100));
    const { reference } = await stage.find(id);
    expect(session?.names).toEqual(names ?? [reference]);
    stage.provider.pay(sessionId);
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    expect((await stage.ordersFor(id)).map((order) => order.totalAmountInclTax)).toEqual([total]);
    expect(stage.reports).toEqual([]);
    const row = { 'a fee': 'Booking fee  €1.50', 'a discount': 'Discount  -€1.50', neither: '2 × Adult' }[
      kind
    ];
    expect(stage.mailbox.mails.at(-1)?.mail.text).toContain(row);
  });

  it('the button has to say the total with the fee', async () => {
    stage.ticketing.fee = '1.50';
    const id = await stage.hold();
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toEqual({ kind: 'total_changed' });
    expect(await placeOrder(stage.rooms, orderOf(id, '37.50'))).toMatchObject({ kind: 'pay' });
  });
});
