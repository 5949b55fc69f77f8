import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sumAmounts } from '@/lib/money/money';
import { cancellationBooks, orderedWithTickets, requestFor, requestOne } from '@/testing/shop/cancellations';
import { exchanging, later, ordered } from '@/testing/shop/exchanges';
import { openShopDatabase } from '@/testing/shop/tables';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { findRefund, moveRefund, readRefunds } from '../../data/refund-store';
import { processRefund } from '../refund/process-refund';
import { retryRefund } from '../refund/settle-refund';
import { processCancellation } from './process-cancellation';

let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startPostgres();
  shop = await startTestShop({ database: await openShopDatabase(await server.createDatabase(), 20) });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});
beforeEach(() => shop.reset());

const refundsOf = (checkoutId: string) => readRefunds(shop.context.database, checkoutId);
const several = <Result>(count: number, act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

it('of 30 requests at once for the same ticket one is stored; 5 workers at once refund it once', async () => {
  const ordered = await orderedWithTickets(shop);
  const request = requestFor(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
  const answers = await several(30, () => requestOne(shop.context, request));
  expect(answers.filter(({ kind }) => kind === 'requested')).toHaveLength(1);
  expect(answers.filter(({ kind }) => kind === 'already')).toHaveLength(29);
  const ids = new Set(answers.map((answer) => ('id' in answer ? answer.id : '')));
  expect(ids.size).toBe(1);
  await several(5, () => processCancellation(shop.context, [...ids][0] ?? '', 0));
  await shop.settle();
  const books = await cancellationBooks(shop, ordered);
  expect(books).toMatchObject({ owed: '18.00', refunded: '18.00', rows: [{ state: 'done' }] });
});

it('requests for different tickets at once never refund more than was paid', async () => {
  const ordered = await orderedWithTickets(shop, 4);
  // An admin may refund up to the price of each ticket; together the four ask for more than the payment.
  shop.ticketing.fee = '0.00';
  const answers = await several(4, (index) =>
    requestOne(
      shop.context,
      requestFor(shop, ordered, {
        tickets: ordered.tickets.slice(index, index + 1),
        override: true,
        staff: 'ada',
        amount: '18.00',
      }),
    ),
  );
  expect(answers.map(({ kind }) => kind)).toEqual(['requested', 'requested', 'requested', 'requested']);
  await shop.settle();
  const books = await cancellationBooks(shop, ordered);
  expect(books).toMatchObject({ owed: '72.00', refunded: '72.00' });
  expect(sumAmounts(books.rows.map(({ amount }) => amount))).toBe('72.00');
});

it('a cancellation whose two refunds end at the same moment is told to the customer, once', async () => {
  const subject = () =>
    shop.mailbox.mails.filter(({ mail }) => mail.subject?.startsWith('Tickets cancelled')).length;
  for (let round = 0; round < 3; round += 1) {
    shop.reset();
    const earlier = await orderedWithTickets(shop);
    const { id } = await exchanging(shop, earlier, '25.00');
    const made = await ordered(shop, id, '7.00');
    const before = subject();
    shop.provider.refundFaults.push('busy', 'busy', 'busy', 'busy');
    await requestOne(shop.context, requestFor(shop, made, { amount: '25.00' }));
    await shop.settle();
    shop.provider.refundFaults.length = 0;
    const waiting = [id, earlier.id].map((checkoutId) => refundsOf(checkoutId));
    const rows = (await Promise.all(waiting)).flat().filter(({ state }) => state === 'due');
    expect(rows).toHaveLength(2);
    // Both answers of the provider arrive at once.
    const arrived: (() => void)[] = [];
    shop.provider.meanwhile = async ({ method }) => {
      if (method !== 'POST') return;
      await new Promise<void>((go) => {
        arrived.push(go);
        if (arrived.length === rows.length) for (const one of arrived) one();
      });
    };
    await Promise.all(rows.map((row) => processCancellation(shop.context, row.id, 0)));
    shop.provider.meanwhile = null;
    await later(shop);
    expect(subject() - before).toBe(1);
  }
});

it('a late answer about a refund that staff had asked for again meanwhile does not end the new one', async () => {
  const made = await orderedWithTickets(shop);
  const answer = await requestOne(shop.context, requestFor(shop, made, { amount: '36.00' }));
  await processCancellation(shop.context, 'id' in answer ? answer.id : '', 0);
  const { database } = shop.context;
  const [refund] = await refundsOf(made.id);
  const id = refund?.id ?? '';
  shop.provider.refundFaults.push('failed');
  shop.provider.meanwhile = async ({ method }) => {
    if (method !== 'POST') return;
    shop.provider.meanwhile = null;
    // Another process had the same answer first, because the lease of this one had ended.
    const seen = await findRefund(database, id);
    if (seen === null) throw new Error('there is no refund');
    await database.transaction((transaction) =>
      moveRefund(transaction, seen, 'failed', { problem: 'refund_failed' }),
    );
    expect(await retryRefund(shop.context, id, 'ada')).toBe(true);
  };
  await processRefund(shop.context, id, 0);
  expect(await findRefund(database, id)).toMatchObject({ state: 'due', problem: null });
  await shop.settle();
  expect(await cancellationBooks(shop, made)).toMatchObject({ owed: '36.00', refunded: '36.00' });
});
