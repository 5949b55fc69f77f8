import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Confirmed } from '@/components/order/confirmed';
import { readHolds } from '@/lib/shop/data/hold-store';
import { exchangeTickets } from '@/lib/shop/flows/exchange/exchange-tickets';
import { readOrderView } from '@/lib/shop/flows/lookup/read-checkout';
import { applyVoucher } from '@/lib/shop/flows/voucher/apply-voucher';
import { type Ordered, orderedWithTickets } from '@/testing/shop/cancellations';
import { exchanging, ordered } from '@/testing/shop/exchanges';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { textOf } from '@/testing/storefront/text-of';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

/** What a customer reads about money: on the page of the order, and in its confirmation. */
async function confirmationOf({ id }: Ordered): Promise<{ page: string; email: string }> {
  const view = await readOrderView(shop.context, id, 'en');
  if (view === null) throw new Error(`no order ${id}`);
  const page = textOf(
    <Confirmed
      view={view}
      tickets={[]}
      left={[]}
      visits={[]}
      cancelPath={null}
      rebookPath={null}
      invoices={{ correct: (state) => Promise.resolve(state), answer: null }}
      emailAgain={{
        action: () => Promise.resolve(),
        answer: null,
        limits: { minutes: 5, mostADay: 5 },
      }}
    />,
  );
  const { mail } =
    shop.mailbox.mails.findLast(({ mail: { text } }) => text?.includes('This booking replaces')) ?? {};
  return { page, email: (mail?.text ?? '').replaceAll(/\s+/g, ' ') };
}

/** Two tickets of 18.00, of which a gift card has paid this percentage. */
async function boughtWithCard(percentage: string, due: string): Promise<Ordered> {
  const { ticketing, context } = shop;
  await orderedWithTickets(shop);
  const id = await shop.hold();
  ticketing.vouchers.set('Gift-1', percentage);
  ticketing.voucherLeft = '14.00';
  expect(await applyVoucher(context, id, 'Gift-1')).toBe('applied');
  return ordered(shop, id, due);
}

describe('the confirmation of an exchange', () => {
  it('says what went back to the gift card, and what was paid beside the earlier tickets', async () => {
    const earlier = await boughtWithCard('50.00', '18.00');
    shop.ticketing.cancelling.returnedToBalance = '9.00';
    const { id, answer } = await exchanging(shop, earlier, '15.00');
    expect(answer).toBe('credited');
    const { page, email } = await confirmationOf(await ordered(shop, id, '6.00'));
    for (const text of [page, email]) {
      expect(text).toMatch(/Credit for your earlier tickets:? -€9\.00/);
      expect(text).toMatch(/Paid now:? €6\.00/);
      expect(text).toMatch(/Back on the gift card of your earlier tickets:? €9\.00/);
    }
  });

  it('says it also of tickets for which nothing but the gift card has paid', async () => {
    const earlier = await boughtWithCard('100.00', '0.00');
    shop.ticketing.cancelling.returnedToBalance = '18.00';
    const { id } = await exchanging(shop, earlier, '15.00');
    const { page, email } = await confirmationOf(await ordered(shop, id, '15.00'));
    for (const text of [page, email]) {
      expect(text).toMatch(/Back on the gift card of your earlier tickets:? €18\.00/);
      expect(text).not.toMatch(/Credit for|Paid now|You get back/);
    }
  });

  it('says nothing of a gift card where none has paid', async () => {
    const { id } = await exchanging(shop, await orderedWithTickets(shop), '15.00');
    const { page, email } = await confirmationOf(await ordered(shop, id, '0.00'));
    for (const text of [page, email]) {
      expect(text).toMatch(/You get back:? €3\.00/);
      expect(text).not.toContain('gift card');
    }
  });

  it('says what goes back of a booking in which tickets of another seller were paid', async () => {
    const earlier = await orderedWithTickets(shop);
    shop.ticketing.price = '20.00';
    const id = await shop.hold(1, 2);
    const [, museum] = await readHolds(shop.context.database, id);
    await shop.context.database.single.run(
      sql`update storefront.hold set catalog_id = ${crypto.randomUUID()} where id = ${museum?.id ?? ''}`,
    );
    const request = { checkoutId: id, earlierId: earlier.id, tickets: [...earlier.tickets] };
    await exchangeTickets(shop.context, { ...request, staff: null, override: false });
    const { page, email } = await confirmationOf(await ordered(shop, id, '20.00'));
    for (const text of [page, email]) {
      expect(text).toMatch(/Credit for your earlier tickets:? -€36\.00/);
      expect(text).toMatch(/Paid now:? €20\.00/);
      expect(text).toMatch(/You get back:? €16\.00/);
    }
  });
});
