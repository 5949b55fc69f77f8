import { NextIntlClientProvider } from 'next-intl';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type CheckoutNotice, OpenCheckout } from '@/components/checkout/open-checkout';
import { holdAtCounter } from '@/lib/shop/flows/counter/hold-at-counter';
import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import { removeItem } from '@/lib/shop/flows/basket/remove-item';
import { takePayment } from '@/lib/shop/flows/counter/take-payment';
import { readCheckout } from '@/lib/shop/flows/lookup/read-checkout';
import { readHolds } from '@/lib/shop/data/hold-store';
import { sessionPath } from '@/lib/contract/iri';
import type { SessionState } from '@/lib/contract/session';
import { messages } from '@/lib/locale/messages';
import { heldId, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';

let shop: TestShop;
let usual: TestShop['ticketing']['programme'];
beforeAll(async () => {
  shop = await startTestShop();
  usual = shop.ticketing.programme;
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.reset();
  shop.ticketing.programme = usual;
  await expect.poll(statusOf, soon).toBeUndefined();
});

/** The catalogue's answers are kept for a second. */
const soon = { timeout: 10_000, interval: 100 };

/** What the shop knows of the usual session. */
async function statusOf() {
  const path = sessionPath(usual[0]?.session ?? '');
  if (path === null) throw new Error('there is no session');
  const { catalogId, eventId, sessionId } = path;
  const found = await shop.context.client.getSession(catalogId, eventId, sessionId, { language: 'en' });
  return found.kind === 'found' ? found.value.status : 'missing';
}

/** A feed says it of the usual session. */
function say(status: SessionState): void {
  const [first, ...others] = usual;
  if (first === undefined) throw new Error('there is no session');
  shop.ticketing.programme = [{ ...first, status }, ...others];
}

const changeOf = async (id: string) =>
  (await readCheckout(shop.context, id, 'en'))?.items
    .flatMap(({ lines }) => lines.flatMap(({ tickets }) => tickets))
    .find(({ calledOff }) => calledOff !== undefined)?.calledOff;

const nothing = () => undefined;
const done = () => Promise.resolve();
const router = {
  back: nothing,
  forward: nothing,
  refresh: nothing,
  push: nothing,
  replace: nothing,
  prefetch: nothing,
  bfcacheId: '0',
};

async function pageOf(id: string, notice: CheckoutNotice | null = null): Promise<string> {
  const view = await readCheckout(shop.context, id, 'en');
  if (view === null) throw new Error('no checkout');
  const step = { number: 1, count: 1, hasDetails: true, names: [], ownField: 'own' };
  const rest = { checkoutId: id, sections: [], step, texts: [], returns: null, exchange: null, notice };
  const html = renderToStaticMarkup(
    <AppRouterContext value={router}>
      <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
        <OpenCheckout
          {...view.checkout}
          {...view}
          {...rest}
          dayPlan={null}
          most={new Map()}
          actions={{ order: (state) => Promise.resolve(state), keep: done, renew: done }}
        />
      </NextIntlClientProvider>
    </AppRouterContext>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

it.each(['cancelled', 'postponed'] as const)(
  'a session that was %s is said to be so at the item, and is not ordered',
  async (status) => {
    const id = await shop.hold();
    expect(await pageOf(id)).not.toContain('The organiser');
    say(status);
    await expect.poll(() => changeOf(id), soon).toBe(status);
    const said = `The organiser has ${status} this date.`;
    expect(await pageOf(id)).toContain(said);

    const entries = { ...orderOf(id, '36.00').entries, firstname: 'Typed' };
    expect(await placeOrder(shop.context, { ...orderOf(id, '36.00'), entries })).toEqual({
      kind: 'called_off',
    });
    expect(shop.provider.sessions.size).toBe(0);
    expect(await shop.find(id)).toMatchObject({ state: 'held', entries: { firstname: 'Typed' } });
    const page = await pageOf(id, { kind: 'called_off' });
    expect(page).toContain(`${said} Remove it before you order: `);
    expect(page).toContain('Saturday 4 May 2030, 14:30. Nothing was ordered.');

    const [held] = await readHolds(shop.context.database, id);
    expect(await removeItem(shop.context, id, held?.id ?? '')).toBe('emptied');
  },
);

it('a session that was cancelled since the page was shown is not ordered; once it takes place again, it is', async () => {
  const id = await shop.hold();
  say('cancelled');
  const order = async () => (await placeOrder(shop.context, orderOf(id, '36.00'))).kind;
  // The page is not read again.
  await expect.poll(order, soon).toBe('called_off');
  shop.ticketing.programme = usual;
  await expect.poll(order, soon).toBe('pay');
});

it('at the counter no money is taken for it, and what else is held is sold when it is removed', async () => {
  const { context, ticketing } = shop;
  const { catalogId } = ticketing;
  const items = [ticketing.item(1), ticketing.anyTimeItem(1)];
  const sale = { saleId: crypto.randomUUID(), mostTickets: 9, language: 'en' as const, catalogId, items };
  const id = heldId(await holdAtCounter(context, sale));
  const pay = (total: string) => {
    const { customer } = orderOf(id, total);
    const tender = { method: 'terminal', receipt: null } as const;
    return takePayment(context, { checkoutId: id, staff: 'ada', tender, total, customer, isReached: true });
  };
  say('cancelled');
  await expect.poll(() => changeOf(id), soon).toBe('cancelled');
  expect(await pay('36.00')).toEqual({ kind: 'called_off' });
  expect(await shop.state(id)).toBe('held');
  const [first] = await readHolds(context.database, id);
  expect(await removeItem(context, id, first?.id ?? '')).toBe('removed');
  expect(await pay('18.00')).toEqual({ kind: 'taken' });
});

it('nothing is refused while the service does not answer what is the matter with a session', async () => {
  const id = await shop.hold();
  say('cancelled');
  shop.ticketing.unavailable = true;
  const order = async () => {
    shop.reports.length = 0;
    const { kind } = await placeOrder(shop.context, orderOf(id, '36.00'));
    return { kind, reports: [...shop.reports] };
  };
  const away = { kind: 'pay', reports: ['warn: the times of an order could not be read again'] };
  await expect.poll(order, soon).toEqual(away);
});

it('for an order of several items the service is asked for nothing but each session and its event, once in a second', async () => {
  const id = await shop.hold(2, 2);
  const [session] = usual;
  const path = session?.session ?? '';
  const expected = [path.replace(/\/sessions\/.*/, ''), path];
  const before = shop.ticketing.seen.length;
  const asked = async () => {
    await placeOrder(shop.context, orderOf(id, '72.00'));
    return new Set(shop.ticketing.seen.slice(before).map((request) => request.path));
  };
  // Both were read for what is held, and not at the same moment.
  await expect.poll(async () => [...(await asked())].toSorted(), soon).toEqual(expected);
});
