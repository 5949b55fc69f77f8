import { afterAll, beforeEach, expect, it } from 'vitest';
import { sumAmounts } from '@/lib/money/money';
import { cancel, orderedWithTickets, refundIdOf } from '@/testing/shop/cancellations';
import { startClosingShop, timeZone, today } from '@/testing/shop/closing-shop';
import { tillsOf } from '@/testing/shop/shifts';
import { settleRefund } from '../refund/settle-refund';
import { exportPayments, type PaymentRow } from '../report/export-payments';
import { readSales } from '../report/read-sales';
import { countShift } from './close-shift';
import { moveCash } from './open-shift';
import { readShift } from './read-shifts';

const closing = await startClosingShop();
const { shop, read } = closing;
const { sell, open, reset } = tillsOf(shop);

afterAll(closing.close);
beforeEach(async () => {
  await closing.reset();
  await reset();
});

/** Cancels one ticket, and gives its 18.00 back in this way. */
async function giveBack(
  sold: Awaited<ReturnType<typeof sell>>,
  staff: string,
  paidBack: 'cash' | 'terminal',
) {
  await cancel(shop, sold, { tickets: sold.tickets.slice(0, 1) });
  const how = { as: 'refunded', paidBack, reason: 'ill', staff } as const;
  expect(await settleRefund(shop.context, await refundIdOf(shop.context, sold.id), how)).toBe('settled');
}

const count = (shiftId: string, staff: string, cash: string, terminal: string) =>
  countShift(shop.context, { shiftId, staff, of: 'own', cash, terminal });

it('shifts, the daily closing, the report and the export of payments have the same amounts to the cent', async () => {
  const north = await open('ada', 'North', '100.00');
  const south = await open('bo', 'South', '50.00');
  shop.ticketing.price = '18.00';
  await sell('ada');
  await sell('ada', 'terminal');
  const soldByBo = await sell('bo');
  await sell('bo', 'terminal');
  // Without a shift.
  const loose = await sell('cy');
  await orderedWithTickets(shop, 1);
  await giveBack(soldByBo, 'ada', 'cash');
  await giveBack(loose, 'bo', 'terminal');
  const move = { kind: 'out', amount: '30.00', reason: 'To the safe', staff: 'ada', isSure: false } as const;
  await moveCash(shop.context, { id: crypto.randomUUID(), ...move });
  // 100 + 36 - 18 - 30, and one euro is missing.
  expect(await count(north, 'ada', '87.00', '36.00')).toBe('counted');
  expect(await count(south, 'bo', '86.00', '18.00')).toBe('closed');

  const shifts = await Promise.all([north, south].map((id) => readShift(shop.context.database, id)));
  const inShifts = (method: string) =>
    sumAmounts(
      shifts.flatMap((one) =>
        (one?.shift.figures ?? [])
          .filter((figure) => figure.method === method && figure.kind !== 'in' && figure.kind !== 'out')
          .map(({ amount }) => amount),
      ),
    );
  const day = await read();
  const ofDay = (method: string, isIn: (shift: string | null) => boolean) =>
    sumAmounts(
      day.shifts.amounts
        .filter((one) => one.method === method && isIn(one.shift))
        .map(({ amount }) => amount),
    );
  const exported: PaymentRow[] = [];
  const period = { from: today(), to: today(), timeZone };
  for await (const row of exportPayments(shop.context.database, period)) exported.push(row);
  const ofExport = (method: string, till: (name: string | null) => boolean) =>
    sumAmounts(exported.filter((row) => row.method === method && till(row.till)).map(({ amount }) => amount));
  for (const [method, inside, outside] of [
    ['cash', '54.00', '36.00'],
    ['terminal', '54.00', '0.00'],
  ] as const) {
    expect([method, inShifts(method)]).toEqual([method, inside]);
    expect(ofDay(method, (shift) => shift !== null)).toBe(inside);
    expect(ofDay(method, (shift) => shift === null)).toBe(outside);
    expect(ofExport(method, (till) => till !== null)).toBe(inside);
    expect(ofExport(method, (till) => till === null)).toBe(outside);
    const figures = day.figures.filter((one) => one.method === method).map(({ amount }) => amount);
    expect(sumAmounts(figures)).toBe(sumAmounts([inside, outside]));
  }
  expect(exported.filter(({ till }) => till === 'North').map(({ amount }) => amount)).toEqual([
    '36.00',
    '36.00',
    '-18.00',
  ]);
  const { total } = await readSales(shop.context.database, period, 'en');
  expect(sumAmounts(exported.map(({ amount }) => amount))).toBe(total.net);
  expect(total.net).toBe('162.00');
  expect(
    day.shifts.shifts.map(({ till, expectedCash, countedCash }) => [till, expectedCash, countedCash]),
  ).toEqual([
    ['North', '88.00', '87.00'],
    ['South', '86.00', '86.00'],
  ]);
});
