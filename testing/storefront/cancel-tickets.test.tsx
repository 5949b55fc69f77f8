import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChosenUnits } from '@/components/cancellation/chosen-units';
import { ConfirmUnits } from '@/components/cancellation/confirm-units';
import { LeftToRefund } from '@/components/cancellation/left-to-refund';
import { cancellationBooks, type Ordered, orderedWithTickets } from '@/testing/checkout/cancellations';
import { incidentsOn } from '@/testing/checkout/incidents';
import { booksOf } from '@/testing/checkout/reconcile';
import { startTestShop, type TestShop } from '@/testing/checkout/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { messages } from '@/lib/locale/messages';
import { getAppContext } from '@/lib/runtime/app-context';
import { type CancelPage, readCancelPage, requestAll } from '@/lib/storefront/cancel-tickets';
import { refundsByOrder, type UnitView, withinLeft } from '@/lib/storefront/cancellation-units';

let shop: TestShop;
let stop: () => Promise<void>;
beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
});
afterAll(() => stop());
beforeEach(() => shop.reset());

type Shown = Extract<CancelPage, { kind: 'page' }> & { units: readonly UnitView[] };

async function pageOf({ id }: Ordered): Promise<Shown> {
  const page = await readCancelPage(await getAppContext(), id, 'en');
  if (page.kind !== 'page' || page.read.kind !== 'units') throw new Error('no form');
  return { ...page, units: page.read.units };
}

const done = () => Promise.resolve();

function textOf(
  { left, isDisputed }: Pick<Shown, 'left' | 'isDisputed'>,
  chosen: readonly UnitView[],
): string {
  const about = { checkoutId: 'c', chosen: withinLeft(chosen, left), isCounter: false };
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <LeftToRefund {...{ left, isDisputed }} />
      <ConfirmUnits {...about} action={done} back="/back" />
      <ChosenUnits {...about} isStaff />
    </NextIntlClientProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

/** As the form of the customer, or of staff who may decide by the rule only. */
async function send({ id }: Ordered, { left }: Shown, chosen: readonly UnitView[], staff: string | null) {
  const rest = { checkoutId: id, staff, override: false, reason: 'ill' };
  const outcome = await requestAll(await getAppContext(), refundsByOrder(chosen, left), rest);
  await shop.settle();
  return outcome;
}

describe('tickets of a payment that was refunded at the provider', () => {
  it.each([null, 'ada'])('are cancelled without money when nothing is left: by %s', async (staff) => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.incidents.refundAtDashboard(ordered.intent);
    // The refund itself is a finding.
    const found = await booksOf(shop).told(ordered.id);
    const page = await pageOf(ordered);
    const text = textOf(page, page.units);
    expect(text).toContain('This has been refunded already');
    expect(text).toContain('You get back €0.00');
    expect(text).toContain('Refund by the rule €0.00');
    expect(text).not.toMatch(/€36|€18|Cancel and get/);
    expect(await send(ordered, page, page.units, staff)).toBe('requested');
    const books = await cancellationBooks(shop, ordered);
    expect(books).toMatchObject({ cancelled: ordered.tickets, owed: '36.00', refunded: '36.00' });
    expect(books.rows).toMatchObject([{ state: 'done', refundId: null }]);
    expect(await send(ordered, page, page.units, staff)).toBe('already');
    await shop.laterAll();
    await shop.settle();
    const mail = shop.mailbox.mails.find(({ mail: { subject } }) => subject?.includes('ancelled'))?.mail;
    expect(mail?.text).toContain('2 tickets');
    expect(mail?.text).not.toContain('36.00');
    expect(await booksOf(shop).told(ordered.id)).toEqual(found);
  });

  it('are refunded with what is left', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.incidents.refundAtDashboard(ordered.intent, 1000);
    const page = await pageOf(ordered);
    const text = textOf(page, page.units);
    expect(text).toContain('At most €26.00 can still be refunded');
    expect(text).toContain('Cancel and get €26.00 back');
    expect(await send(ordered, page, page.units, null)).toBe('requested');
    expect(await cancellationBooks(shop, ordered)).toMatchObject({ owed: '36.00', refunded: '36.00' });
    const { view } = await pageOf(ordered);
    expect(view.cancellations).toMatchObject([{ state: 'done', amount: '26.00' }]);
  });

  it('are not cancelled for less than was shown, or more than is left', async () => {
    const ordered = await orderedWithTickets(shop);
    const before = await pageOf(ordered);
    const context = await getAppContext();
    const rest = { checkoutId: ordered.id, staff: null, override: false, reason: 'ill' };
    const wrong = refundsByOrder(before.units, null).map((order) => ({ ...order, refund: '20.00' }));
    expect(await requestAll(context, wrong, rest)).toBe('changed');
    const { events } = shop.provider.incidents.refundAtDashboard(ordered.intent, 1000);
    await incidentsOn(shop).deliver(...events);
    expect(await requestAll(context, wrong, rest)).toBe('changed');
    expect(await send(ordered, before, before.units, null)).toBe('too_much');
  });

  it('are not offered while the bank decides', async () => {
    const ordered = await orderedWithTickets(shop);
    await incidentsOn(shop).deliver(...shop.provider.incidents.openDispute(ordered.intent).events);
    const page = await pageOf(ordered);
    expect(page).toMatchObject({ isDisputed: true, left: null });
    expect(textOf(page, [])).toContain('The bank is deciding about this payment');
  });
});
