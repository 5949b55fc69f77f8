import type { ComponentProps } from 'react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExchangeUnits } from '@/components/exchange/exchange-units';
import { getAppContext } from '@/lib/runtime/app-context';
import { applyVoucher } from '@/lib/shop/flows/voucher/apply-voucher';
import { findRebooking } from '@/lib/shop/data/rebooking-store';
import type { CancelPage } from '@/lib/storefront/common/cancellation/cancel-tickets';
import {
  endsExchange,
  payWithTickets,
  readExchangePage,
  startProblem,
} from '@/lib/storefront/common/exchange/exchange';
import type { UnitView } from '@/lib/storefront/common/cancellation/cancellation-units';
import { type Ordered, orderedWithTickets } from '@/testing/shop/cancellations';
import { ordered } from '@/testing/shop/exchanges';
import { incidentsOn } from '@/testing/shop/incidents';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { textOf } from '@/testing/storefront/text-of';

let shop: TestShop;
let stop: () => Promise<void>;
beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
});
afterAll(() => stop());
beforeEach(() => shop.reset());

const refundThere = ({ intent }: Ordered, cents?: number) =>
  incidentsOn(shop).deliver(...shop.provider.incidents.refundAtDashboard(intent, cents).events);
const dispute = ({ intent }: Ordered) =>
  incidentsOn(shop).deliver(...shop.provider.incidents.openDispute(intent).events);

type Problem = ComponentProps<typeof ExchangeUnits>['problem'];
type Form = Extract<CancelPage, { kind: 'page' }> & { text: string; units: readonly UnitView[] };

async function formOf({ id }: Ordered, problem: Problem = null): Promise<Form> {
  const page = await readExchangePage(await getAppContext(), id, 'en');
  if (page.kind !== 'page' || page.read.kind !== 'units') throw new Error('no form');
  const form = <ExchangeUnits {...page} problem={problem} checkoutId={id} action={() => Promise.resolve()} />;
  return { ...page, text: textOf(form), units: page.read.units };
}

/** Why these tickets can't be exchanged together; null: they can. */
const problemOf = ({ left }: Form, chosen: readonly UnitView[]) =>
  startProblem(chosen, { left, mayOverride: false });

describe('the form to exchange tickets', () => {
  it('promises their price while all of it is left', async () => {
    const ordered = await orderedWithTickets(shop);
    const form = await formOf(ordered);
    const { text, units } = form;
    expect(text.match(/€18.00 credited/g)).toHaveLength(2);
    expect(problemOf(form, units)).toBeNull();
  });

  it('promises all that a gift card has paid, whatever a cancellation gives back to it', async () => {
    const { ticketing, context } = shop;
    const card = { ...(await orderedWithTickets(shop)), id: await shop.hold() };
    ticketing.vouchers.set('Gift-1', '50.00');
    ticketing.voucherLeft = '14.00';
    expect(await applyVoucher(context, card.id, 'Gift-1')).toBe('applied');
    await ordered(shop, card.id, '18.00');
    ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 0.5 };
    expect((await formOf(card)).text.match(/Back on the gift card: €9.00/g)).toHaveLength(2);
  });

  it('says that the price was given back, and starts nothing', async () => {
    const ordered = await orderedWithTickets(shop);
    // Not even a webhook has told of it: the provider is asked.
    shop.provider.incidents.refundAtDashboard(ordered.intent);
    const form = await formOf(ordered);
    const { text, units } = form;
    expect(text).toContain('The money was given back already');
    expect(text).toContain('money for it was given back already');
    expect(text).toContain('None of these tickets can be exchanged');
    expect(text).not.toMatch(/credited|€|Choose another date/);
    expect(problemOf(form, units)).toBe('given_back');
  });

  it('starts what is left for, and no more', async () => {
    const ordered = await orderedWithTickets(shop);
    await refundThere(ordered, 1000);
    const form = await formOf(ordered);
    const { text, units } = form;
    expect(text).toContain('At most €26.00 of it can still pay for other tickets');
    expect(problemOf(form, units)).toBe('given_back');
    expect(problemOf(form, units.slice(0, 1))).toBeNull();
  });

  it('starts nothing while the bank decides', async () => {
    const ordered = await orderedWithTickets(shop);
    await dispute(ordered);
    const form = await formOf(ordered);
    const { text, units } = form;
    expect(text).toContain('The bank is deciding about this payment');
    expect(text).not.toMatch(/credited|€|Choose another date/);
    expect(problemOf(form, units)).toBe('disputed');
  });

  it('asks the provider also where nothing is refunded by the rule', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 0 };
    shop.provider.incidents.refundAtDashboard(ordered.intent);
    expect((await formOf(ordered)).text).toContain('The money was given back already');
  });

  it('says why nothing was begun', async () => {
    const ordered = await orderedWithTickets(shop);
    expect((await formOf(ordered, 'disputed')).text).toContain('deciding about the payment of these tickets');
    expect((await formOf(ordered, 'given_back')).text).toContain('Money for these tickets was given back');
  });
});

it.each([
  ['given_back', refundThere],
  ['disputed', dispute],
] as const)(
  'tickets whose price went back meanwhile pay for nothing, and are not offered again: %s',
  async (why, happens) => {
    const ordered = await orderedWithTickets(shop);
    const { units } = await formOf(ordered);
    const id = await shop.hold(1);
    const started = { earlier: ordered.id, units: units.slice(0, 1).map(({ key }) => key), sale: null };
    await happens(ordered);
    const outcome = await payWithTickets(
      await getAppContext(),
      id,
      started,
      { staff: null, override: false },
      'en',
    );
    expect(outcome).toBe(why);
    expect(endsExchange(outcome)).toBe(true);
    expect(await findRebooking(shop.context.database, id)).toBeNull();
  },
);
