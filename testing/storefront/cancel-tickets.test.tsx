import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChooseUnits } from '@/components/cancellation/choose-units';
import { ConfirmUnits } from '@/components/cancellation/confirm-units';
import { LeftToRefund } from '@/components/cancellation/left-to-refund';
import { StaffCancelStep } from '@/components/staff/cancellation/staff-cancel-step';
import { cancellationBooks, type Ordered, orderedWithTickets } from '@/testing/shop/cancellations';
import { incidentsOn } from '@/testing/shop/incidents';
import { booksOf } from '@/testing/shop/reconcile';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { htmlOf, textOf } from '@/testing/storefront/text-of';
import { paths } from '@/lib/locale/paths';
import { getAppContext } from '@/lib/runtime/app-context';
import {
  type CancelPage,
  cancelShown,
  mayOffer,
  readCancelPage,
  requestAll,
} from '@/lib/storefront/common/cancellation/cancel-tickets';
import { afterProblem } from '@/lib/storefront/common/cancellation/cancellation-form';
import {
  refundsByOrder,
  type UnitView,
  withinLeft,
} from '@/lib/storefront/common/cancellation/cancellation-units';

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

/** What the customer reads of their form, and staff of theirs, one step after the other. */
function formsOf({ left, isDisputed }: Pick<Shown, 'left' | 'isDisputed'>, units: readonly UnitView[]) {
  const about = { checkoutId: 'c', chosen: withinLeft(units, isDisputed ? '0.00' : left) };
  const choice = { action: '/cancel', units, left, isEmpty: false };
  const staff = (mayOverride: boolean) =>
    textOf(
      <>
        <LeftToRefund left={left} isDisputed={isDisputed} mayOverride={mayOverride} />
        <StaffCancelStep
          {...about}
          sources={[]}
          mayOverride={mayOverride}
          left={isDisputed ? '0.00' : left}
          back="/back"
          cancel={(state) => Promise.resolve(state)}
        />
      </>,
    );
  return {
    choice: textOf(<ChooseUnits {...choice} mayOverride={false} />),
    choiceOfAdmin: htmlOf(<ChooseUnits {...choice} mayOverride />),
    customer: textOf(
      <>
        <LeftToRefund left={left} isDisputed={isDisputed} />
        <ConfirmUnits {...about} isCounter={false} action={done} back="/back" />
      </>,
    ),
    staff: staff(false),
    admin: staff(true),
  };
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
    const found = await booksOf(shop).findingKinds(ordered.id);
    const page = await pageOf(ordered);
    const { choice, customer, staff: ofStaff, admin } = formsOf(page, page.units);
    expect(choice).toMatch(/Can be cancelled until/);
    for (const text of [choice, customer, ofStaff, admin])
      expect(text).not.toMatch(/€|Cancel and|The money goes back|against the rule/);
    for (const text of [customer, ofStaff, admin]) {
      expect(text).toContain('The money was given back already');
      expect(text).toContain('No money is given back.');
      expect(text).toContain('Cancel these tickets');
    }
    expect(await send(ordered, page, page.units, staff)).toBe('requested');
    const books = await cancellationBooks(shop, ordered);
    expect(books).toMatchObject({ cancelled: ordered.tickets, owed: '36.00', refunded: '36.00' });
    expect(books.rows).toMatchObject([{ state: 'done', refund: null }]);
    expect(await send(ordered, page, page.units, staff)).toBe('already');
    await shop.laterAll();
    await shop.settle();
    const mail = shop.mailbox.mails.find(({ mail: { subject } }) => subject?.includes('ancelled'))?.mail;
    expect(mail?.text).toContain('2 tickets');
    expect(mail?.text).not.toContain('36.00');
    expect(await booksOf(shop).findingKinds(ordered.id)).toEqual(found);
  });

  it('are refunded with what is left', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.incidents.refundAtDashboard(ordered.intent, 1000);
    const page = await pageOf(ordered);
    const { customer } = formsOf(page, page.units);
    expect(customer).toContain('At most €26.00 can still be refunded');
    expect(customer).toContain('Cancel and get €26.00 back');
    expect(await send(ordered, page, page.units, null)).toBe('requested');
    expect(await cancellationBooks(shop, ordered)).toMatchObject({ owed: '36.00', refunded: '36.00' });
    const { view } = await pageOf(ordered);
    expect(view.cancellations).toMatchObject([{ state: 'done', amount: '26.00' }]);
  });

  it('say beside each ticket how much it may be at most, when less is left than for all', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.incidents.refundAtDashboard(ordered.intent, 2800);
    const page = await pageOf(ordered);
    const { choice, customer } = formsOf(page, page.units);
    expect(choice.match(/.{6}€[\d.]+ back/g)).toEqual(['up to €8.00 back', 'up to €8.00 back']);
    expect(customer.match(/€[\d.]+/g)).toEqual(['€8.00', '€8.00', '€0.00', '€8.00', '€8.00']);
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

  it('are not cancelled with a form that is older: the choice stays, and is looked at again', async () => {
    const ordered = await orderedWithTickets(shop);
    const { units } = await pageOf(ordered);
    await incidentsOn(shop).deliver(...shop.provider.incidents.refundAtDashboard(ordered.intent).events);
    const sent = { checkoutId: ordered.id, keys: units.map(({ key }) => key), amount: '36.00' };
    expect(await cancelShown(await getAppContext(), sent, 'en')).toBe('changed');
    expect((await cancellationBooks(shop, ordered)).rows).toEqual([]);
    const address = paths.cancelOrder('en', ordered.id, afterProblem('changed', sent.keys));
    const { searchParams } = new URL(address, shop.context.storefrontUrl);
    expect(searchParams.get('step')).toBe('confirm');
    expect(searchParams.getAll('unit')).toEqual(sent.keys);
    expect(await cancelShown(await getAppContext(), { ...sent, amount: '0.00' }, 'en')).toBe('requested');
  });

  it('are only for an admin to cancel, without money, while the bank decides', async () => {
    const ordered = await orderedWithTickets(shop);
    await incidentsOn(shop).deliver(...shop.provider.incidents.openDispute(ordered.intent).events);
    const page = await pageOf(ordered);
    expect(page).toMatchObject({ isDisputed: true, left: null });
    expect(page.units.map(({ obstacle }) => obstacle)).toEqual(['DISPUTED', 'DISPUTED']);
    const { choice, choiceOfAdmin, customer, admin } = formsOf(page, page.units);
    expect(customer).toContain('so these tickets can’t be cancelled');
    expect(choice).toContain('None of these tickets can be cancelled');
    expect(choice).not.toMatch(/€|Continue/);
    expect(choiceOfAdmin.match(/<input type="checkbox"[^>]*>/g)?.join('')).not.toContain('disabled');
    expect(choiceOfAdmin).toContain('Against the rule of the product');
    expect(choiceOfAdmin).not.toContain('€');
    expect(admin).toContain('As an admin you can cancel tickets against the rule, without a refund');
    expect(admin).toContain('No money is given back.');
    expect(admin).not.toMatch(/€|so these tickets|The money goes back|Cancel and refund/);
    const context = await getAppContext();
    const rest = { checkoutId: ordered.id, staff: 'ada', reason: 'ill' };
    const orders = refundsByOrder(page.units, page.left);
    expect(await requestAll(context, orders, { ...rest, override: false })).toBe('disputed');
    const free = orders.map((order) => ({ ...order, amount: '0.00', refund: '0.00' }));
    expect(await requestAll(context, free, { ...rest, override: true })).toBe('requested');
  });
});

describe('the page of an order', () => {
  const offered = async (rule: { deadline: string; share: string } | null) => {
    shop.ticketing.cancelling.productRule = rule;
    const { view } = await pageOf(await orderedWithTickets(shop));
    return (['cancellation', 'exchange'] as const).filter((change) => mayOffer(change, view, []));
  };

  it('leads to cancelling only while the rule of a ticket allows it', async () => {
    // The fake sells what takes place in the year 2030, and says nothing about exchanging.
    expect(await offered({ deadline: 'PT24H', share: '0.5' })).toEqual(['cancellation', 'exchange']);
    expect(await offered({ deadline: 'PT87600H', share: '0.5' })).toEqual(['exchange']);
    expect(await offered(null)).toEqual(['exchange']);
  });
});
