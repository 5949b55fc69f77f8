import type { ComponentProps } from 'react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CreditLines } from '@/components/basket/credit-lines';
import { ExchangePanel } from '@/components/exchange/exchange-panel';
import { ExchangeUnits } from '@/components/exchange/exchange-units';
import { getAppContext } from '@/lib/runtime/app-context';
import { readCheckout } from '@/lib/shop/flows/lookup/read-checkout';
import { applyVoucher, dropVoucher } from '@/lib/shop/flows/voucher/apply-voucher';
import { sumAmounts } from '@/lib/money/money';
import { readOrders } from '@/lib/shop/data/order-store';
import { findRebooking } from '@/lib/shop/data/rebooking-store';
import type { CancelPage } from '@/lib/storefront/common/cancellation/cancel-tickets';
import {
  endsExchange,
  payWithTickets,
  readExchangePage,
  startProblem,
  usedExchange,
  worthOf,
} from '@/lib/storefront/common/exchange/exchange';
import { earlierUnits } from '@/lib/storefront/staff/exchange/earlier-units';
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

const refunds = (share: number) => ({ until: new Date(Date.now() + 86_400_000), share });

/** Two tickets of 18.00, half of which a code has paid. */
async function boughtWith(code: string): Promise<Ordered> {
  const { ticketing, context } = shop;
  await orderedWithTickets(shop);
  const id = await shop.hold();
  ticketing.vouchers.set(code, '50.00');
  expect(await applyVoucher(context, id, code)).toBe('applied');
  return ordered(shop, id, '18.00');
}

function boughtWithCard(): Promise<Ordered> {
  shop.ticketing.voucherLeft = '14.00';
  return boughtWith('ABCD-EFGH-JKMN-PQRS-9ZQP');
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

  it.each([
    ['nothing', (): Promise<Ordered> => orderedWithTickets(shop)],
    ['a voucher', (): Promise<Ordered> => boughtWith('HALF-50')],
    ['a gift card', boughtWithCard],
  ])('is the same credit that the counter says before it is held, with %s', async (_, buy) => {
    const order = await buy();
    const { units } = await formOf(order);
    const orders = await readOrders(shop.context.database, order.id);
    const [first] = units;
    const all = earlierUnits(
      orders,
      units.map(({ key }) => key),
    );
    expect(all.worth).toBe(sumAmounts(units.map(({ paid }) => paid)));
    expect([...all.quantities.values()]).toEqual([units.length]);
    expect(earlierUnits(orders, [first?.key ?? '']).worth).toBe(first?.paid);
  });

  it('promises all that a gift card has paid, whatever a cancellation gives back to it', async () => {
    const card = await boughtWithCard();
    shop.ticketing.cancelling.rule = refunds(0.5);
    const { text, units } = await formOf(card);
    expect(text.match(/Back on the gift card: €9.00/g)).toHaveLength(2);
    // All pages until the next hold say what the tickets are worth.
    expect(worthOf(units)).toBe('36.00');
  });

  it.each([
    [1, 'If the new tickets cost less, the rest is given back.'],
    [0.8, 'at most €14.40 is given back: they have to cost at least €3.60.'],
    [0, 'No money is given back: the new tickets have to cost at least €18.00.'],
  ])(
    'says what becomes of the rest of their price, if cancelling gives back %d of it',
    async (share, text) => {
      const earlier = await orderedWithTickets(shop);
      shop.ticketing.cancelling.rule = refunds(share);
      const { text: page, units, view } = await formOf(earlier);
      expect(page.split(text)).toHaveLength(1 + units.length);
      // What an admin exchanges is refunded in full.
      const form = {
        view,
        isDisputed: false,
        left: null,
        problem: null,
        checkoutId: '',
        action: () => Promise.resolve(),
      };
      const read = { kind: 'units', units: units.slice(0, 1) } as const;
      const byAdmin = textOf(<ExchangeUnits {...form} read={read} staff={{ mayOverride: true }} />);
      expect(byAdmin).toContain('the rest is given back.');
    },
  );

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

describe('a booking that tickets pay for which a gift card has paid in part', () => {
  /** What the customer reads of it before the order. */
  async function checkoutOf(id: string): Promise<string> {
    const view = await readCheckout(shop.context, id, 'en');
    if (view === null) throw new Error(`no checkout ${id}`);
    const { total, credit, due, back, leastTotal, voucher } = view;
    const exchange = await usedExchange(await getAppContext(), view.rebooking, view.holds, 'en');
    if (exchange === null) throw new Error('nothing is exchanged');
    return textOf(
      <>
        <ExchangePanel
          exchange={exchange}
          total={total}
          leastTotal={leastTotal}
          hasVoucher={voucher?.lost === false}
        />
        <CreditLines
          total={total}
          credit={credit}
          due={due}
          back={back}
          returned={exchange.card?.amount}
          leastTotal={leastTotal}
        />
      </>,
    );
  }

  /** One of the tickets pays for another one at a price. */
  async function exchanged(earlier: Ordered, price: string): Promise<string> {
    const [unit] = (await formOf(earlier)).units;
    shop.ticketing.price = price;
    const id = await shop.hold(1);
    const started = { earlier: earlier.id, units: [unit?.key ?? ''], sale: null };
    const customer = { staff: null, override: false };
    expect(await payWithTickets(await getAppContext(), id, started, customer, 'en')).toBe('credited');
    return id;
  }

  it('says what goes back to the gift card, and what in money', async () => {
    const page = await checkoutOf(await exchanged(await boughtWithCard(), '10.00'));
    expect(page).toContain('€9.00 of their price was paid with the gift card …9ZQP.');
    expect(page).toContain('With the order this amount goes back to the gift card');
    expect(page).toContain('Back on the gift card of your earlier tickets €9.00');
    // The gift card pays for half of it again, and the earlier tickets for the rest.
    expect(page).toContain('You get back €4.00');
    expect(page).not.toContain('has to cost at least');
  });

  it('says how it costs enough when the rest can’t be refunded', async () => {
    const earlier = await boughtWithCard();
    shop.ticketing.cancelling.rule = refunds(0);
    const id = await exchanged(earlier, '10.00');
    const page = await checkoutOf(id);
    expect(page).toContain('this booking has to cost at least €9.00, or you keep them.');
    expect(page).toContain('remove the voucher or gift card');
    expect(page).not.toContain('You get back');
    expect(await dropVoucher(shop.context, id)).toBe('removed');
    const without = await checkoutOf(id);
    expect(without).toContain('To pay €1.00');
    expect(without).toContain('Back on the gift card of your earlier tickets €9.00');
    expect(without).not.toMatch(/at least|remove the voucher/);
  });

  it('says nothing of a gift card where a voucher has made them cheaper', async () => {
    shop.ticketing.voucherLeft = null;
    const page = await checkoutOf(await exchanged(await boughtWith('Summer-27'), '10.00'));
    expect(page).toContain('You get back €4.00');
    expect(page).not.toContain('gift card');
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
