import { createTranslator } from 'next-intl';
import type { ReactNode } from 'react';
import { readOpenTasks } from '@/lib/shop/data/task-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseNow } from '@/lib/shop/context';
import { findOrders } from '@/lib/shop/flows/lookup/find-orders';
import { findProblem } from '@/lib/shop/rules/with-staff';
import { readCheckout, readOrderView } from '@/lib/shop/flows/lookup/read-checkout';
import { readTimeline } from '@/lib/shop/data/timeline-store';
import { states } from '@/lib/shop/values/checkout-state';
import emails from '@/lib/locale/messages/en/email.json';
import { messages } from '@/lib/locale/messages';
import { fromCents } from '@/lib/money/money';
import { checkoutPageOf } from '@/lib/storefront/common/checkout/checkout-page';
import { failedRefundPhase } from '@/lib/storefront/common/order/failed-refund';
import { orderTickets, shownTickets } from '@/lib/storefront/common/order/order-tickets';
import { phaseOf } from '@/lib/storefront/common/order/orders';
import { laterStates } from '@/testing/shop/later-states';
import { purchaseStates } from '@/testing/shop/purchase-states';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { textOf } from '@/testing/storefront/text-of';
import { expectedLater } from '@/testing/storefront/expected-later';
import type { Books, ExpectedPurchase } from '@/testing/storefront/expected-purchase';
import { expectedPurchases } from '@/testing/storefront/expected-purchases';
import { Expired } from '@/components/basket/expired';
import { OpenCheckout } from '@/components/checkout/open-checkout';
import { Confirmed } from '@/components/order/confirmed';
import { Confirming } from '@/components/order/confirming';
import { RefundFailed, Settled, Unfulfilled, WithStaff } from '@/components/order/unfulfilled';
import { foundView } from '@/components/staff/lookup/found-view';
import { StaffOrder } from '@/components/staff/order/staff-order';

const expected = { ...expectedLater, ...expectedPurchases };

let shop: TestShop;
let stop: () => Promise<void>;

beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
});
afterAll(() => stop());

const done = () => Promise.resolve();

/** The customer's page, from what the page itself reads. */
async function customerPage(id: string): Promise<ReactNode> {
  const view = await readOrderView(shop.context, id, 'en');
  if (view === null) throw new Error('no purchase');
  const { checkout, incidents } = view;
  const phase = failedRefundPhase(phaseOf(checkout), checkout, incidents) ?? phaseOf(checkout);
  switch (phase) {
    case 'not_ordered':
      return checkoutPage(id);
    case 'confirming': {
      const isPaid = checkout.state !== 'paying';
      if (!isPaid)
        return (
          <>
            {await checkoutPage(id)}
            <Confirming view={view} paid={false} waitedSeconds={60} />
          </>
        );
      const waited = (await databaseNow(shop.context.database)).getTime() - checkout.enteredAt.getTime();
      return <Confirming view={view} paid waitedSeconds={waited / 1000} />;
    }
    case 'confirmed': {
      const tickets = await shownTickets(view, 'en');
      const limits = { minutes: 5, mostADay: 3 };
      return (
        <Confirmed
          view={view}
          tickets={tickets}
          left={[]}
          visits={[]}
          cancelPath={null}
          rebookPath={null}
          invoices={{ correct: (state) => Promise.resolve(state), answer: null }}
          emailAgain={{ action: done, answer: null, limits }}
        />
      );
    }
    case 'refund_undelivered':
    case 'refund_replaced':
      return <RefundFailed view={view} isReplaced={phase === 'refund_replaced'} />;
    case 'refunding':
    case 'refunded':
    case 'voiding':
    case 'voided':
      return <Unfulfilled view={view} kind={phase} />;
    case 'attention':
      return <WithStaff view={view} problem={findProblem(checkout, view.payments)} mayChange={false} />;
    case 'settled':
      return <Settled view={view} />;
  }
}

async function checkoutPage(id: string): Promise<ReactNode> {
  const view = await readCheckout(shop.context, id, 'en');
  if (view === null) throw new Error('no purchase');
  const { payments } = (await readOrderView(shop.context, id, 'en')) ?? { payments: [] };
  const page = checkoutPageOf(view, payments);
  if (page.kind === 'expired' || page.kind === 'unconfirmed')
    return (
      <Expired {...view} why={page} checkoutId={id} outcome={null} hasEntries={false} holdAgain={done} />
    );
  if (page.kind !== 'open') return null;
  return (
    <OpenCheckout
      {...view.checkout}
      {...view}
      checkoutId={id}
      sections={[]}
      step={{ number: 1, count: 1, hasDetails: true, names: [], ownField: 'own' }}
      texts={[]}
      exchange={null}
      dayPlan={null}
      most={new Map()}
      notice={{ kind: 'payment_cancelled', isUncharged: page.isUncharged }}
      actions={{ order: (state) => Promise.resolve(state), keep: done, renew: done }}
    />
  );
}

async function staffPage(id: string): Promise<string> {
  const read = await readOrderView(shop.context, id, 'en');
  if (read === null) throw new Error('no purchase');
  const view = { ...read, tasks: await readOpenTasks(shop.context.database, id) };
  const rest = { mailProblems: [], scans: { kind: 'scans', scans: [], more: 0 } as const };
  return textOf(
    <StaffOrder
      view={view}
      {...rest}
      actions={null}
      changeDate={null}
      problem={null}
      copy={null}
      correction={null}
      invoices={{ correct: null, answer: null }}
      paymentPages={null}
      paidBy={null}
      visit={null}
      done={null}
      copySeconds={0}
      tickets={view.orders.length === 0 ? [] : await orderTickets(view, 'en')}
      timeline={await readTimeline(shop.context.database, id)}
    />,
  );
}

async function listed(id: string): Promise<readonly [string, string]> {
  const t = createTranslator({ locale: 'en', messages: messages.en, namespace: 'staff' });
  const found = await findOrders(shop.context.database, id, 'all');
  const search = { query: 'x', found, isCut: false, isTooLong: false, serviceUnavailable: false };
  const [row] = foundView(search, { language: 'en', timeZone: 'UTC', t }).rows;
  const money = [row?.net ?? '', row?.refunds ?? ''].filter((text) => text !== '');
  return [row?.state ?? '', money.join(' · ')];
}

/** Read from the provider and from the service alone. */
async function booksOf(id: string): Promise<Books> {
  const intents = [...shop.provider.sessions.values()]
    .filter(({ clientReferenceId }) => clientReferenceId === id)
    .flatMap(({ intentId }) => shop.provider.intents.get(intentId ?? '') ?? []);
  const sum = (amounts: readonly number[]) => fromCents(amounts.reduce((all, one) => all + one, 0));
  const aside = intents.filter(({ status }) => status === 'requires_capture');
  const paths = (await shop.ordersFor(id)).flatMap(({ items }) =>
    items.flatMap(({ tickets = [] }) => tickets),
  );
  const valid = paths.filter((path) => shop.ticketing.tickets.all.get(path)?.status === 'valid');
  return {
    paid: sum(intents.map(({ amountReceived }) => amountReceived)),
    setAside: sum(aside.map(({ amount }) => amount)),
    refunded: sum(intents.map((intent) => shop.provider.refunded.get(intent.id) ?? 0)),
    valid: paths.length === 0 ? null : valid.length,
  };
}

/** How sentences about money and tickets are compared with the books. `amount`: the first one in the sentence. */
const claims: readonly (readonly [sentence: RegExp, isTrue: (books: Books, amount: string) => boolean])[] = [
  [/nothing was charged|not charged|You have not paid/i, ({ paid }) => paid === '0.00'],
  [/All of (?:your|it).{0,12} has been refunded/, ({ paid, refunded }) => paid === refunded],
  [/(€[\d.]+) was refunded\.(?! on)/, ({ refunded }, amount) => `€${refunded}` === amount],
  [/(€[\d.]+) of your payment was refunded/, ({ refunded }, amount) => `€${refunded}` === amount],
  [/Your payment of (€[\d.]+) (?:has )?arrived/, ({ paid }, amount) => `€${paid}` === amount],
  [/(€[\d.]+) is set aside at your bank/, ({ setAside }, amount) => `€${setAside}` === amount],
  [/Paid (€[\d.]+) ·/, ({ paid }, amount) => `€${paid}` === amount],
  [/· (€[\d.]+) refunded/, ({ refunded }, amount) => `€${refunded}` === amount],
  [/Here are your tickets|order is confirmed/, ({ valid }) => valid === null || valid > 0],
  [
    /no longer valid|not valid at the entrance|all tickets (?:cancelled|exchanged)/,
    ({ valid }) => valid === 0,
  ],
];

/** By hand, so the provider does not know of it. */
const paidBackByHand: ReadonlySet<string> = new Set(['cancellationInCash', 'replacedPart']);

/** Two sentences say what of it was refunded by staff, and what with the tickets. */
const paidBackInParts: ReadonlySet<string> = new Set(['cancelledAfterPartRefund']);

/** The refund failed after its e-mail was sent. */
const olderMail: ReadonlySet<string> = new Set(['failedLater', 'replaced']);

/** The texts of all purchases so far, in which the sentences of the messages are looked for. */
const said: string[] = [];

describe('a purchase', () => {
  it.each(Object.entries(expected))('%s', async (name, row) => {
    shop.reset();
    shop.context.capture = 'automatic';
    // What the purchases before have left to do must not meet the faults of this one.
    await shop.laterAll();
    await shop.settle();
    shop.reset();
    const id = await { ...purchaseStates, ...laterStates }[name as keyof typeof expected](shop);
    expect(await shop.state(id)).toBe(row.state);
    const { page: sentences, list, state, mail: written = [], ...books }: ExpectedPurchase = row;
    expect(await booksOf(id)).toEqual(books);
    const [page, staff, shown] = [textOf(await customerPage(id)), await staffPage(id), await listed(id)];
    for (const sentence of sentences) expect(page).toContain(sentence);
    expect(shown).toEqual(list);
    const { reference } = await shop.find(id);
    const own = shop.mailbox.mails.filter(({ mail }) => mail.subject?.includes(reference));
    const mails = own.map(({ mail }) => `${mail.subject ?? ''} ${mail.text ?? ''}`);
    const last = mails.at(-1)?.replaceAll(/\s+/g, ' ') ?? '';
    for (const sentence of written) expect(last).toContain(sentence);
    if (row.list[0] === 'a refund failed')
      for (const text of [page, staff]) expect(text).not.toMatch(/is being refunded|on its way|: done/);
    // The e-mail of the order is older than what happened to it since.
    const texts = [page, staff, ...shown, ...(state === 'ordered' || olderMail.has(name) ? [] : [last])];
    if (row.list[0] === 'settled: money given back') expect(last).toContain(sentences[0]);
    for (const [sentence, isTrue] of paidBackByHand.has(name) || paidBackInParts.has(name) ? [] : claims)
      for (const text of texts) {
        const found = sentence.exec(text);
        if (found !== null) expect(isTrue(books, found[1] ?? ''), `${name}: “${found[0]}”`).toBe(true);
      }
    said.push(page, staff, ...shown, ...mails);
  });

  it('is there in every state', () => {
    const known = new Set<string>(Object.values(expected).map(({ state }) => state));
    expect(states.filter((state) => !known.has(state))).toEqual([]);
  });
});

/** Where sentences about the money and the tickets of a purchase are. */
const places: readonly (readonly [string, object])[] = [
  ['outcome', messages.en.outcome],
  ['checkout.expired', messages.en.checkout.expired],
  ['checkout.order', messages.en.checkout.order],
  ['cancellation.states', messages.en.cancellation.states],
  ['email.refund', emails.refund],
  ['email.notCharged', emails.notCharged],
  ['email.cancelled', emails.cancelled],
  ['email.exchanged', emails.exchanged],
  ['email.both', emails.both],
  ['staff.states', messages.en.staff.states],
  ['staff.settle.state', messages.en.staff.settle.state],
  ['staff.order.over', messages.en.staff.order.over],
];

function messagesIn(path: string, value: unknown): [key: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, one]) => messagesIn(`${path}.${key}`, one));
}

const aboutMoney = /\{amount\}|paid|payment|refund|cancel|charged|sold out|returned|exchanged|money/i;

/** The text of a message with anything in the place of its arguments. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{\w+, (?:plural|select), (?:[^{}]|\{(?:[^{}]|\{\w+\})*\})*\}|\{\w+\}/);
  const escaped = parts.map((part) =>
    part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+'),
  );
  return new RegExp(escaped.join('[^\\n]{0,80}?'));
}

/** Only for tickets that were paid at the counter, of a session that the organiser cancels: no row sells at the counter. */
const atCounterOnly: ReadonlySet<string> = new Set(['email.cancelled.atCounter']);

it('says every sentence about money that its pages and e-mails have', () => {
  const all = said.map((text) => text.replaceAll('&#x27;', "'")).join('\n');
  const unsaid = places
    .flatMap(([path, value]) => messagesIn(path, value))
    .filter(([key, text]) => aboutMoney.test(text) && !atCounterOnly.has(key) && !patternOf(text).test(all));
  expect(unsaid.map(([key]) => key)).toEqual([]);
});
