import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { languages } from '../locale/languages';
import { feeNames } from './fees';
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
    ['a fee', '1.50', '37.50', ['Adult', feeNames.en]],
    ['a discount', '-1.50', '34.50', null],
    ['neither', '0.00', '36.00', ['Adult']],
  ])('%s: is shown, charged and ordered to the cent', async (_, fee, total, names) => {
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
  });

  it('the button has to say the total with the fee', async () => {
    stage.ticketing.fee = '1.50';
    const id = await stage.hold();
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toEqual({ kind: 'total_changed' });
    expect(await placeOrder(stage.rooms, orderOf(id, '37.50'))).toMatchObject({ kind: 'pay' });
  });

  it('has a name in every language', () => {
    expect(Object.keys(feeNames).sort()).toEqual([...languages].sort());
  });
});
