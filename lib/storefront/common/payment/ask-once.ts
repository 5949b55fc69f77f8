import { cache } from 'react';
import { getAppContext } from '../../../runtime/app-context';
import type { WholeCheckout } from '../../../shop/data/whole-checkout-store';
import { askAboutPaying } from '../../../shop/flows/payment/settle';
import { waitBriefly } from '../request/wait-briefly';

const mostMillisecondsToAsk = 1_500;

/** What a request has asked. */
const asked = cache(() => new Map<string, Promise<void>>());

/**
 * Asks the provider about a payment that is pending, once for each request however many parts of the page need the
 * answer. The wait is short: after that the page shows what is known without the answer.
 */
function askOnce(whole: WholeCheckout, left: string | null): Promise<void> {
  const key = `${whole.checkout.id} ${left ?? ''}`;
  const done = asked().get(key) ?? ask(whole, left);
  asked().set(key, done);
  return done;
}

async function ask(whole: WholeCheckout, left: string | null): Promise<void> {
  const { checkoutContext, worker } = await getAppContext();
  await waitBriefly(mostMillisecondsToAsk, async () => {
    if (await askAboutPaying(checkoutContext, whole, left)) worker.wake();
  });
}

/**
 * A checkout, read again after the provider was asked, if its payment is pending: a customer who comes back from the
 * payment page sees the answer. `read` reads it; `left`: the payment whose page the customer has left without paying.
 */
export async function afterAsking(
  read: () => Promise<WholeCheckout | null>,
  left: string | null = null,
): Promise<WholeCheckout | null> {
  const whole = await read();
  if (whole?.checkout.state !== 'paying') return whole;
  await askOnce(whole, left);
  return read();
}
