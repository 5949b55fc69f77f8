import { v7 as newId } from 'uuid';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startClosingShop } from '@/testing/shop/closing-shop';
import { tillsOf } from '@/testing/shop/shifts';
import { sumAmounts } from '../../../money/money';
import { addSaleToShift, findOwnShift, lockShift, readShiftFigures } from '../../data/shift-store';
import { countShift } from './close-shift';
import { openShift } from './open-shift';
import { readShift } from './read-shifts';

// PostgreSQL with its default settings; each window has a connection of its own.
const closing = await startClosingShop();
const { shop } = closing;
const { database } = shop.context;
const { open, hold, take, reset } = tillsOf(shop);

afterAll(closing.close);
beforeEach(async () => {
  await closing.reset();
  await reset();
});

const rounds = Array.from({ length: 10 }, (_, round) => round);
const opening = (staff: string, till: string) =>
  openShift(shop.context, { id: newId(), till, opening: '0.00', staff });
const counting = (shiftId: string, cash = '0.00') =>
  countShift(shop.context, { shiftId, cash, terminal: '0.00', staff: 'ada', of: 'own' });

/** A transaction that adds a sale and waits; `end` lets it commit. */
function sellingSlowly() {
  const [begun, begin] = signal();
  const [ended, end] = signal();
  const done = database.transaction(async (transaction) => {
    await addSaleToShift(transaction, { id: newId(), amount: '36.00', method: 'cash' }, 'ada');
    begin();
    await ended;
  });
  return { begun, end, done };
}

function signal(): [Promise<void>, () => void] {
  let given = () => {};
  const promise = new Promise<void>((resolve) => {
    given = resolve;
  });
  return [promise, given];
}

it('two windows of one person open one shift', async () => {
  for (const round of rounds) {
    const answers = await Promise.all(['North', 'South', 'West'].map((till) => opening('ada', till)));
    expect([round, ...answers.toSorted()]).toEqual([round, 'opened', 'own', 'own']);
    await reset();
  }
});

it('two people open one shift at one till', async () => {
  for (const round of rounds) {
    const answers = await Promise.all(['ada', 'bo', 'cy'].map((staff) => opening(staff, 'North')));
    expect([round, ...answers.toSorted()]).toEqual([round, 'opened', 'till', 'till']);
    await reset();
  }
});

it('two windows that count at the same moment count once', async () => {
  for (const round of rounds) {
    const id = await open('ada', 'North', '0.00');
    const answers = await Promise.all(['0.00', '1.00', '2.00'].map((cash) => counting(id, cash)));
    expect([round, answers.filter((one) => one === 'before').length]).toEqual([round, 2]);
    await reset();
  }
});

it('a count waits for a sale that is under way, and has it', async () => {
  const id = await open('ada', 'North', '0.00');
  const sale = sellingSlowly();
  await sale.begun;
  const counted = counting(id, '36.00');
  expect(await Promise.race([counted, pause(150, 'waits')])).toBe('waits');
  sale.end();
  await sale.done;
  expect(await counted).toBe('closed');
});

it('a sale waits for a count that is under way, and then belongs to no shift', async () => {
  const id = await open('ada', 'North', '0.00');
  const [locked, lock] = signal();
  const [ended, end] = signal();
  const count = database.transaction(async (transaction) => {
    await lockShift(transaction, id);
    lock();
    await ended;
  });
  await locked;
  const sale = take(await hold(2), 'ada', '36.00', 'cash');
  expect(await Promise.race([sale, pause(300, 'waits')])).toBe('waits');
  const counted = counting(id);
  await pause(100);
  end();
  await count;
  expect(await sale).toBe('taken');
  await counted;
  await expectWhole(id);
});

it('sales and a count at the same moment: what was counted is what the shift has', async () => {
  for (const round of rounds) {
    const id = await open('ada', 'North', '0.00');
    const sales = await Promise.all([1, 1, 1, 1].map((quantity) => hold(quantity)));
    const taken = sales.map((sale) => take(sale, 'ada', '18.00', 'cash'));
    if (round % 2 === 1) await pause(3 * round);
    await counting(id);
    expect(await Promise.all(taken)).toEqual(['taken', 'taken', 'taken', 'taken']);
    await expectWhole(id);
    await reset();
  }
});

/** What was expected at the count is the sum of all entries: none was added later. */
async function expectWhole(id: string): Promise<void> {
  const figures = await readShiftFigures(database, id);
  expect((await readShift(database, id))?.shift.expectedCash).toBe(
    sumAmounts(['0.00', ...figures.map(({ amount }) => amount)]),
  );
  const own = await findOwnShift(database, 'ada');
  expect(own === null || own.countedAt !== null).toBe(true);
}
