import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readDay } from '@/lib/shop/flows/closing/read-day';
import { countShift } from '@/lib/shop/flows/shift/close-shift';
import { tillsOf } from '@/testing/shop/shifts';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { seenBy } from './seen-by';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const agent = (id: string) => ({ id, permissions: ['sales:make', 'orders:change'] as const });

it('what was paid at the counter is left out until the person has counted their till', async () => {
  const tills = tillsOf(shop);
  await tills.reset();
  const shiftId = await tills.open('ada', 'North');
  await tills.sell('ada');
  await tills.sell('bo', 'terminal');
  const { database } = shop.context;
  const read = () => readDay(database, { day: new Date().toISOString().slice(0, 10), timeZone: 'UTC' });
  const blind = seenBy(agent('ada'), await read());
  expect(blind.isBlind).toBe(true);
  expect(JSON.stringify(blind.view)).not.toContain('36.00');
  for (const other of [agent('bo'), { ...agent('ada'), permissions: ['orders:override'] as const }])
    expect(seenBy(other, await read())).toMatchObject({ isBlind: false, view: { cash: '36.00' } });
  const count = { shiftId, staff: 'ada', of: 'own', cash: '136.00', terminal: '0.00' } as const;
  expect(await countShift(shop.context, count)).toBe('closed');
  expect(seenBy(agent('ada'), await read())).toMatchObject({ isBlind: false, view: { cash: '36.00' } });
});
