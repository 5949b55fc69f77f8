import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExchangeUnits } from '@/components/cancellation/exchange-units';
import { grantAccess } from '@/lib/checkout/lookup/access-store';
import { hashToken, newToken } from '@/lib/checkout/tokens';
import { changeHolds, changeSchema } from '@/lib/storefront/change-holds';
import { exchangeOf, exchangeStarted, getRebookPage, startRebooking } from '@/lib/storefront/rebooking';
import type { UnitView } from '@/lib/storefront/cancellation-units';
import { entriesSchema } from '@/lib/checkout/state/checkout-values';
import { type Ordered, orderedWithTickets } from '@/testing/checkout/cancellations';
import { incidentsOn } from '@/testing/checkout/incidents';
import { startTestShop, type TestShop } from '@/testing/checkout/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { textOf } from '@/testing/storefront/text-of';

/** The cookies of a browser: outside of Next a request has none. */
const cookies = vi.hoisted(() => new Map<string, string>());
vi.mock('next/headers', () => ({
  cookies: () =>
    Promise.resolve({
      get: (name: string) => (cookies.has(name) ? { name, value: cookies.get(name) } : undefined),
      set: (name: string, value: string) => cookies.set(name, value),
    }),
}));

let shop: TestShop;
let stop: () => Promise<void>;
const token = newToken();
beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
});
afterAll(() => stop());
beforeEach(() => {
  shop.reset();
  cookies.clear();
  cookies.set('guest', token);
  cookies.set('__Host-guest', token);
});

const mayRead = (id: string) =>
  shop.context.database.transaction((transaction) => grantAccess(transaction, hashToken(token), id));

/** An order of two tickets that this browser may exchange. */
async function earlierOrder(): Promise<Ordered> {
  const ordered = await orderedWithTickets(shop);
  await mayRead(ordered.id);
  return ordered;
}

async function heldNow(): Promise<string> {
  const id = await shop.hold(1);
  await mayRead(id);
  return id;
}

const refundThere = ({ intent }: Ordered, cents?: number) =>
  incidentsOn(shop).deliver(...shop.provider.incidents.refundAtDashboard(intent, cents).events);
const dispute = ({ intent }: Ordered) =>
  incidentsOn(shop).deliver(...shop.provider.incidents.openDispute(intent).events);

async function formOf({ id }: Ordered): Promise<{ text: string; units: readonly UnitView[] }> {
  const page = await getRebookPage(id, 'en');
  if (page.kind !== 'page' || page.read.kind !== 'units') throw new Error('no form');
  const form = <ExchangeUnits {...page} checkoutId={id} problem={null} action={() => Promise.resolve()} />;
  return { text: textOf(form), units: page.read.units };
}

const start = ({ id }: Ordered, units: readonly UnitView[]) =>
  startRebooking(
    id,
    units.map(({ key }) => key),
    'en',
  );

describe('the form to exchange tickets', () => {
  it('promises their price while all of it is left', async () => {
    const ordered = await earlierOrder();
    const { text, units } = await formOf(ordered);
    expect(text.match(/€18.00 credited/g)).toHaveLength(2);
    expect(await start(ordered, units)).toMatchObject({ kind: 'started' });
  });

  it('says that the price was given back, and starts nothing', async () => {
    const ordered = await earlierOrder();
    // Not even a webhook has told of it: the provider is asked.
    shop.provider.incidents.refundAtDashboard(ordered.intent);
    const { text, units } = await formOf(ordered);
    expect(text).toContain('The money was given back already');
    expect(text).toContain('money for it was given back already');
    expect(text).toContain('None of these tickets can be exchanged');
    expect(text).not.toMatch(/credited|€|Choose another date/);
    expect(await start(ordered, units)).toEqual({ kind: 'given_back' });
  });

  it('starts what is left for, and no more', async () => {
    const ordered = await earlierOrder();
    await refundThere(ordered, 1000);
    const { text, units } = await formOf(ordered);
    expect(text).toContain('At most €26.00 of it can still pay for other tickets');
    expect(await start(ordered, units)).toEqual({ kind: 'given_back' });
    expect(await start(ordered, units.slice(0, 1))).toMatchObject({ kind: 'started' });
  });

  it('starts nothing while the bank decides', async () => {
    const ordered = await earlierOrder();
    await dispute(ordered);
    const { text, units } = await formOf(ordered);
    expect(text).toContain('The bank is deciding about this payment');
    expect(text).not.toMatch(/credited|€|Choose another date/);
    expect(await start(ordered, units)).toEqual({ kind: 'disputed' });
  });

  it('asks the provider also where nothing is refunded by the rule', async () => {
    const ordered = await earlierOrder();
    shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 0 };
    shop.provider.incidents.refundAtDashboard(ordered.intent);
    expect((await formOf(ordered)).text).toContain('The money was given back already');
  });

  it.each(['disputed', 'given_back'] as const)('says why nothing was begun: %s', async (problem) => {
    const { id } = await earlierOrder();
    const page = await getRebookPage(id, 'en');
    if (page.kind !== 'page') throw new Error('no form');
    const form = (
      <ExchangeUnits {...page} checkoutId={id} problem={problem} action={() => Promise.resolve()} />
    );
    expect(textOf(form)).toMatch(
      /The bank is deciding about the payment|Money for these tickets was given back/,
    );
  });
});

describe('the checkout, after money was given back for tickets that were to pay for it', () => {
  it.each([
    ['given_back', refundThere],
    ['disputed', dispute],
  ] as const)('says why they do not, and no longer offers them: %s', async (why, happens) => {
    const ordered = await earlierOrder();
    const { units } = await formOf(ordered);
    await start(ordered, units.slice(0, 1));
    await happens(ordered);
    const id = await heldNow();
    expect((await exchangeOf(id))?.kind).toBe('offered');
    expect(await exchangeStarted(id, 'en')).toBe(why);
    expect(await exchangeOf(id)).toBeNull();
  });

  it('says so when the customer presses "Use them"', async () => {
    const ordered = await earlierOrder();
    const { units } = await formOf(ordered);
    await start(ordered, units.slice(0, 1));
    const id = await heldNow();
    await refundThere(ordered);
    const change = changeSchema.parse({ rebook: 'use' });
    const next = await changeHolds({ checkoutId: id, language: 'en' }, change, entriesSchema.parse({}));
    expect(next).toMatch(/\?notice=exchange&why=given_back$/);
    expect(await exchangeOf(id)).toBeNull();
  });
});
