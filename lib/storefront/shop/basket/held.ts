import { getTranslations } from 'next-intl/server';
import { findCheckout } from '../../../shop/data/checkout-store';
import { readHolds } from '../../../shop/data/hold-store';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { getAppContext } from '../../../runtime/app-context';
import { askOnce } from '../../common/payment/ask-once';
import { guestOpenCheckout, readGuest } from '../../common/request/guest';

/** The line at the top of each page about the tickets that are held: a link to them, with the time that is left. */
export interface HeldLine {
  readonly href: string;
  readonly secondsLeft: number;
  readonly label: string;
  /** The short text for narrow screens; the long text is still read out. */
  readonly shortLabel: string;
  readonly endedLabel: string;
}

/**
 * What this browser holds and has not paid; null when nothing. Undefined without the browser's cookie: then the page
 * may be one that is sent to every visitor, and the browser asks for the line itself.
 */
export async function getHeldLine(language: Language): Promise<HeldLine | null | undefined> {
  if ((await readGuest()) === null) return undefined;
  const { checkoutContext } = await getAppContext();
  const id = await guestOpenCheckout();
  if (id === null) return null;
  // The provider is asked first: a customer who comes back from the payment page may hold nothing any more.
  await askOnce(id);
  const checkout = await findCheckout(checkoutContext.database, id);
  if (checkout === null || !['held', 'paying'].includes(checkout.state)) return null;
  const holds = await readHolds(checkoutContext.database, id);
  const t = await getTranslations({ locale: language, namespace: 'shop.site' });
  return {
    href: paths.checkout(language, id),
    secondsLeft: Math.max(0, Math.round(checkout.secondsLeft)),
    label: t('held', { count: ticketsOf(holds) }),
    shortLabel: t('heldShort'),
    endedLabel: t('heldEnded'),
  };
}

/** How many tickets are held: the quantities of the lines, which are the same in every language. */
function ticketsOf(holds: Awaited<ReturnType<typeof readHolds>>): number {
  const lines = holds.flatMap(({ descriptions }) => Object.values(descriptions)[0] ?? []);
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
