import { multiplyAmount } from '@/lib/money/money';
import { hold } from '@/lib/shop/flows/basket/basket';
import { nextStep } from '@/lib/shop/values/checkout-state';
import { findCheckout } from '@/lib/shop/data/checkout-store';
import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import { findUnsettled } from '@/lib/shop/data/payment-store';
import type { CheckoutContext } from '@/lib/shop/context';
import { askIfPaying } from './ask-if-paying';
import { heldId, holdRequest, orderOf, type TestShop } from './test-shop';
import { audit, type Audit, type End } from './books';
import { settleByStaff } from './staff';
import { crashingContext, type Crash, type ExternalCall } from '@/testing/faults/crash-injection';
import { receiveWebhook } from '@/lib/shop/flows/payment/webhooks';
import { processDue } from './process-due';
import { processCheckout } from '@/lib/shop/flows/order/process-checkout';
import { applyVoucher } from '@/lib/shop/flows/voucher/apply-voucher';

/**
 * How a purchase goes: well; or its hold expires during the payment, and the items can be reserved again, or
 * are sold out. With a voucher its tickets cost half, also when they are reserved again.
 */
export const stories = [
  'goes well',
  'held again',
  'sold out',
  'has a voucher',
  'has a voucher, held again',
] as const;
export type Story = (typeof stories)[number];

const hasVoucher = (story: Story) => story.startsWith('has a voucher');
const expires = (story: Story) => story !== 'goes well' && story !== 'has a voucher';

/** The end of a story, whichever process crashes in it. */
export function expectedEnd(story: Story, capture: CheckoutContext['capture']): End {
  if (story !== 'sold out') return 'ordered';
  return capture === 'automatic' ? 'refunded' : 'voided';
}

export interface Bought {
  /** The external calls of the process that may crash. */
  calls: ExternalCall[];
  crashed: boolean;
  audit: Audit;
}

let buyers = 0;

/**
 * One purchase in a process that crashes, if `crash` is given. Its customer repeats the request at another
 * process, which finishes what is due. Throws when the purchase does not end.
 */
export async function buy(shop: TestShop, story: Story, crash: Crash | null): Promise<Bought> {
  const first = crashingContext(shop.context, crash);
  const ask = async <Result>(act: (context: CheckoutContext) => Promise<Result>): Promise<Result> => {
    const answer = first.hasCrashed() ? null : await first.outcome(act(first.context));
    return answer === null ? act(shop.context) : answer;
  };
  const email = `buyer-${(buyers += 1)}@example.org`;
  const checkoutId = heldId(await ask((context) => hold(context, holdRequest(shop.ticketing, 2))));
  if (hasVoucher(story)) {
    shop.ticketing.hasExtensions = true;
    shop.ticketing.vouchers.set('HALF', '50.00');
    const applied = await ask((context) => applyVoucher(context, checkoutId, 'half'));
    if (applied !== 'applied') throw new Error(`the voucher is not applied: ${JSON.stringify(applied)}`);
  }
  const total = multiplyAmount(shop.ticketing.price, hasVoucher(story) ? 1 : 2);
  const placed = await ask((context) => placeOrder(context, orderOf(checkoutId, total, { email })));
  const payment = await findUnsettled(shop.context.database, checkoutId);
  const sessionId = payment?.sessionId ?? '';
  if (placed.kind !== 'pay') throw new Error(`no payment page: ${placed.kind}`);
  if (expires(story)) shop.ticketing.expire();
  if (story === 'sold out') shop.ticketing.stock = 0;
  shop.provider.pay(sessionId);
  if (!expires(story)) {
    const { body, signature } = shop.provider.webhook(sessionId);
    await ask((context) => receiveWebhook(context, body, signature));
  } else {
    await ask((context) => askIfPaying(context, checkoutId));
    await ask((context) => processCheckout(context, checkoutId));
  }
  await first.outcome(untilIdle(first.context));
  await finish(shop, checkoutId);
  if ((await settleByStaff(shop.context, shop)) > 0) await finish(shop, checkoutId);
  const { reference } = await shop.find(checkoutId);
  const purchase = { checkoutId, reference, email };
  const { calls } = first;
  return { calls, crashed: first.hasCrashed(), audit: audit(shop, [purchase]) };
}

async function untilIdle(context: CheckoutContext): Promise<void> {
  while (await processDue(context));
}

const mostRounds = 15;

/** Lets time pass and the other process work, until the checkout is finished and its e-mails are sent. */
async function finish(shop: TestShop, checkoutId: string): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    await shop.laterAll();
    await shop.settle();
    const checkout = await findCheckout(shop.context.database, checkoutId);
    if (checkout !== null && nextStep(checkout.state) === 'rest') return;
  }
  throw new Error(`the purchase did not end: ${await shop.state(checkoutId)}`);
}

/** Every possible crash in a story: one at a call that only reads, two at a call that changes something. */
export async function crashesIn(shop: TestShop, story: Story): Promise<Crash[]> {
  shop.reset();
  const { calls } = await buy(shop, story, null);
  return calls.flatMap(({ changes }, index): Crash[] => {
    const at = index + 1;
    return changes
      ? [
          { at, when: 'before' },
          { at, when: 'after' },
        ]
      : [{ at, when: 'before' }];
  });
}
