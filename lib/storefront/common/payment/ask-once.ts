import { cache } from 'react';
import { getAppContext } from '../../../runtime/app-context';
import { askIfPaying } from '../../../shop/flows/payment/settle';
import { waitBriefly } from '../request/wait-briefly';

const mostMillisecondsToAsk = 1_500;

/**
 * Asks the provider about a pending payment, once for each request however many parts of the page need the
 * answer. The wait is short: after that the page shows what is known without the answer. `left`: the payment whose page
 * the customer has left without paying.
 */
export const askOnce = cache(async (checkoutId: string, left: string | null = null): Promise<void> => {
  const { checkoutContext, worker } = await getAppContext();
  await waitBriefly(mostMillisecondsToAsk, async () => {
    if (await askIfPaying(checkoutContext, checkoutId, left)) worker.wake();
  });
});
