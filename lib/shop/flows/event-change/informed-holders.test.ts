import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastSegment } from '@/lib/contract/iri';
import { orderedWithTickets } from '@/testing/shop/cancellations';
import { sessionOfOrder, startFor, untilDone } from '@/testing/shop/event-changes';
import { startRebooking } from '@/testing/shop/rebook-all';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readRefunds } from '../../data/refund-store';
import { settleRefund } from '../refund/settle-refund';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  shop.ticketing.hasFilters = true;
});

const paidInCash = (id: string) =>
  shop.context.database.transaction((transaction) =>
    transaction.run(sql`update storefront.payment set method = 'cash' where checkout_id = ${id}`),
  );

const cancellationTexts = () =>
  shop.mailbox.mails.flatMap(({ mail }) =>
    /^Tickets cancelled/.test(mail.subject ?? '') ? (mail.text ?? '') : [],
  );

describe('who has tickets of a cancelled session', () => {
  it('and paid at the counter is told at once, once, and where the money is paid back', async () => {
    const ordered = await orderedWithTickets(shop);
    await paidInCash(ordered.id);
    const before = cancellationTexts().length;
    await untilDone(shop, await startFor(shop, await sessionOfOrder(shop, ordered), 'refund'));
    const own = () =>
      cancellationTexts()
        .slice(before)
        .filter((text) => text.includes('at the counter'));
    expect(own()).toHaveLength(1);
    expect(own()[0]).toContain('A storm is coming.');
    expect(own()[0]).not.toContain('Your bank');
    const [row] = await readRefunds(shop.context.database, ordered.id);
    const settling = { as: 'refunded', paidBack: 'cash', reason: 'given', staff: 'bo' } as const;
    expect(await settleRefund(shop.context, row?.id ?? '', settling)).toBe('settled');
    const all = cancellationTexts().length;
    await shop.settle();
    expect(cancellationTexts()).toHaveLength(all);
  });

  it('and paid with exchanged tickets is told at once, and where the money is paid back', async () => {
    const ordered = await orderedWithTickets(shop);
    await paidInCash(ordered.id);
    const target = shop.ticketing.programme[1]?.session ?? '';
    await untilDone(shop, await startRebooking(shop, ordered, target));
    const before = cancellationTexts().length;
    await untilDone(shop, await startFor(shop, lastSegment(target), 'refund'));
    const own = cancellationTexts()
      .slice(before)
      .filter((text) => text.includes('at the counter'));
    expect(own).toHaveLength(1);
    expect(own[0]).toContain('A storm is coming.');
  });

  it('is told before a refund that takes long has ended, and not once more at its end', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('pending');
    const before = cancellationTexts().length;
    const id = await startFor(shop, await sessionOfOrder(shop, ordered), 'refund');
    for (let round = 0; round < 4; round += 1) await shop.settle();
    expect(await readRefunds(shop.context.database, ordered.id)).toMatchObject([{ state: 'due' }]);
    expect(cancellationTexts().length).toBeGreaterThan(before);
    await untilDone(shop, id);
  });

  it('is told once, although the refund ends while the mail server takes its time', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('pending');
    const before = cancellationTexts().length;
    const id = await startFor(shop, await sessionOfOrder(shop, ordered), 'refund');
    const stateOf = async () => (await readRefunds(shop.context.database, ordered.id))[0]?.state;
    let [atFirst, atLast]: (string | undefined)[] = [];
    shop.mailbox.meanwhile = async () => {
      atFirst = await stateOf();
      for (let round = 0; round < 3; round += 1) {
        await shop.context.database.single.run(
          sql`update storefront.job set due_at = clock_timestamp() where subject = 'refund'`,
        );
        await shop.settle();
      }
      atLast = await stateOf();
    };
    await untilDone(shop, id);
    expect([atFirst, atLast]).toEqual(['due', 'done']);
    expect(cancellationTexts().slice(before)).toHaveLength(1);
  });
});
