import { getTranslations } from 'next-intl/server';
import type { Holds } from '../../../shop/rules/checkout';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { checkoutOfAddress, shownCheckouts } from '../../common/checkout/shown-checkouts';
import { readGuest } from '../../common/request/guest';

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
  // Also when the customer comes back from the payment page, and may hold nothing any more.
  const { open } = await shownCheckouts(checkoutOfAddress());
  if (open === null) return null;
  const { checkout, holds } = open;
  const t = await getTranslations({ locale: language, namespace: 'shop.site' });
  return {
    href: paths.checkout(language, checkout.id),
    secondsLeft: Math.max(0, Math.round(checkout.secondsLeft)),
    label: t('held', { count: ticketsOf(holds) }),
    shortLabel: t('heldShort'),
    endedLabel: t('heldEnded'),
  };
}

/** How many tickets are held: the quantities of the lines, which are the same in every language. */
function ticketsOf(holds: Holds): number {
  const lines = holds.flatMap(({ descriptions }) => Object.values(descriptions)[0] ?? []);
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
