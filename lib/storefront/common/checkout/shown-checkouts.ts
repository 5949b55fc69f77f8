import { cache } from 'react';
import { getAppContext } from '../../../runtime/app-context';
import { requestState } from '../../../runtime/request-state';
import {
  readShownCheckouts,
  type ShownCheckouts,
  type WholeCheckout,
} from '../../../shop/data/whole-checkout-store';
import { askAboutPaying } from '../../../shop/flows/payment/settle';
import { readGuest } from '../request/guest';
import { waitBriefly } from '../request/wait-briefly';

const mostMillisecondsToAsk = 1_500;

const nothing: ShownCheckouts = { own: null, open: null, exchanged: null };

/** Called with the same number of arguments by all: to React, a call with fewer is another one. */
const readOnce = cache(async (id: string | null, left: string | null): Promise<ShownCheckouts> => {
  const guest = await readGuest();
  if (guest === null) return nothing;
  const { checkoutContext, worker } = await getAppContext();
  const read = () => readShownCheckouts(checkoutContext.database, id, guest);
  let shown = await read();
  const { own, open } = shown;
  const paying = [own, open].find((one) => one?.checkout.state === 'paying');
  if (paying === undefined || paying === null) return shown;
  const readAgain = async (): Promise<WholeCheckout | null> => {
    shown = await read();
    return paying === own ? shown.own : shown.open;
  };
  // The wait is short: after that the page shows what is known without the answer.
  await waitBriefly(mostMillisecondsToAsk, async () => {
    if (await askAboutPaying(checkoutContext, paying, left, readAgain)) worker.wake();
  });
  return shown;
});

/**
 * The checkout in an address, if this browser may see it, and the one that it has open: read together, once for each request
 * however many parts of the page need them. If the payment of one is pending, the provider is asked first: a customer who
 * comes back from the payment page sees the answer. `left`: the payment whose page the customer has left without paying.
 */
export function shownCheckouts(id: string | null, left: string | null = null): Promise<ShownCheckouts> {
  return readOnce(id, left);
}

const addressOfCheckout = /^\/[a-z]+\/(?:checkout|orders)\/([^/?]+)/;

/** The checkout in the address of the request, for a part of the page that does not get its parameters; null: there is none. */
export function checkoutOfAddress(): string | null {
  return addressOfCheckout.exec(requestState()?.path ?? '')?.[1] ?? null;
}
