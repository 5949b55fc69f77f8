import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { exportPerson, erasePerson } from '../privacy/person';
import { readTimeline } from '../../data/timeline-store';
import { placeOrder } from '../checkout/place-order';
import { readHolds } from '../../data/hold-store';
import { findUnsettled } from '../../data/payment-store';
import type { UnitAnswers } from '../../values/checkout-values';
import { keyedItems } from './questions';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  shop.ticketing.tickets.all.clear();
});

const answersOf = (name: string) => [{ field: 'card', value: name }];

/** A paid purchase of two tickets, for which a company and answers were given. */
async function paid(email: string): Promise<string> {
  const id = await shop.hold(2);
  const [item] = keyedItems(await readHolds(shop.context.database, id));
  const answers = ['Ada', 'Grace'].map((name, unit): UnitAnswers => ({
    item: item?.key ?? '',
    unit,
    answers: answersOf(name),
  }));
  const invoice = { company: 'Ada & Co', vatNumber: 'FR40303265045' };
  await placeOrder(shop.context, { ...orderOf(id, '36.00', { email }), more: { invoice, answers } });
  const payment = await findUnsettled(shop.context.database, id);
  shop.provider.pay(payment?.sessionId ?? '');
  await shop.later(id);
  return id;
}

const saved = () => [...shop.ticketing.tickets.all.values()].map(({ answers }) => answers);
const notes = async (id: string) =>
  (await readTimeline(shop.context.database, id)).flatMap(({ what, detail }) =>
    what === 'answers_sent' ? [detail] : [],
  );

describe('answers to the questions of an issuer', () => {
  it('are on the tickets of the order, each on its own', async () => {
    shop.ticketing.tickets.support = 'change';
    const id = await paid('answers@example.org');
    await shop.settle();
    expect(saved()).toEqual([answersOf('Ada'), answersOf('Grace')]);
    expect(await notes(id)).toEqual([{ saved: 2, refused: 0 }]);
  });

  it('are sent again when the service did not take them', async () => {
    Object.assign(shop.ticketing.tickets, { support: 'change', faults: ['error', 'cut_after'] });
    const id = await paid('again@example.org');
    await shop.settle();
    for (const round of ['cut_after', 'answered']) {
      expect(await notes(id), round).toEqual([]);
      await shop.laterAll();
      await shop.settle();
    }
    expect(saved()).toEqual([answersOf('Ada'), answersOf('Grace')]);
    expect(await notes(id)).toEqual([{ saved: 2, refused: 0 }]);
  });

  it('are reported when the service has no tickets that could take them', async () => {
    const id = await paid('none@example.org');
    await shop.settle();
    expect(await notes(id)).toEqual([{ saved: 0, refused: 2 }]);
    expect(shop.reports).toContain('error: the service does not take the answers of tickets');
  });

  it('are exported and erased with the other data of a person, and so is the company', async () => {
    shop.ticketing.tickets.support = 'change';
    const email = 'person@example.org';
    const id = await paid(email);
    await shop.settle();
    const exported = JSON.stringify(await exportPerson(shop.context, email));
    for (const one of ['Ada & Co', 'FR40303265045', 'Grace']) expect(exported).toContain(one);
    expect(await erasePerson(shop.context, { email, staff: 'ada' })).toMatchObject({ erased: 1, goingOn: 0 });
    expect(await shop.find(id)).toMatchObject({ invoice: null, answers: null });
  });
});
