import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StaffCancelStep } from '@/components/staff/cancellation/staff-cancel-step';
import { getAppContext } from '@/lib/runtime/app-context';
import { readWholeCheckout } from '@/lib/shop/data/whole-checkout-store';
import { exchangeTickets } from '@/lib/shop/flows/exchange/exchange-tickets';
import { readRefundSources } from '@/lib/shop/flows/refund/refund-parts';
import { readCancelPage } from '@/lib/storefront/common/cancellation/cancel-tickets';
import { orderedWithTickets } from '@/testing/shop/cancellations';
import { tillsOf } from '@/testing/shop/shifts';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { htmlOf } from '@/testing/storefront/text-of';

let shop: TestShop;
let stop: () => Promise<void>;
beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
});
afterAll(() => stop());
beforeEach(() => shop.reset());

async function formOf(id: string, mayOverride = false): Promise<string> {
  const page = await readCancelPage(await getAppContext(), id, 'en');
  const whole = await readWholeCheckout(shop.context.database, id);
  if (page.kind !== 'page' || page.read.kind !== 'units' || whole === null) throw new Error('no form');
  return htmlOf(
    <StaffCancelStep
      checkoutId={id}
      chosen={page.read.units}
      sources={await readRefundSources(shop.context.database, whole)}
      mayOverride={mayOverride}
      left={page.left}
      back="/back"
      cancel={(state) => Promise.resolve(state)}
    />,
  );
}

describe('the form with which staff cancel says before it is sent', () => {
  it('what goes back at the counter, and what to the online payment of tickets that were exchanged', async () => {
    const earlier = await orderedWithTickets(shop);
    const tills = tillsOf(shop);
    shop.ticketing.price = '25.00';
    const id = await tills.hold(1);
    const tickets = earlier.tickets.slice(0, 1);
    const exchange = { checkoutId: id, earlierId: earlier.id, tickets, staff: 'ada', override: false };
    expect(await exchangeTickets(shop.context, exchange)).toBe('credited');
    expect(await tills.take(id, 'ada', '7.00', 'cash')).toBe('taken');
    await shop.settle();
    const form = await formOf(id);
    expect(form).toMatch(/At the counter; it was paid in cash<\/span><span[^>]*>€7\.00</);
    expect(form).toMatch(/To the online payment<\/span><span[^>]*>€18\.00</);
    expect(form).not.toContain('where it was paid');
    expect(await formOf(id, true)).toContain('Of another amount, at most €7.00 is paid back at the counter');
  });

  it.each([
    ['cash', 'terminal', 'it was paid in cash'],
    ['terminal', 'cash', 'it was paid by card at the terminal'],
  ] as const)('how it was paid, and offers this way first: %s', async (used, other, name) => {
    const sold = await tillsOf(shop).sell('ada', used);
    const form = await formOf(sold.id);
    expect(form).toContain(name);
    const [ahead = '', folded = ''] = form.split('<details>');
    expect(ahead).toContain(`value="${used}" type="submit"`);
    expect(ahead).not.toContain(`value="${other}"`);
    expect(folded).toContain('Another way');
    expect(folded).toContain(`value="${other}" type="submit"`);
  });
});
