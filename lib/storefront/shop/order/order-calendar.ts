import { findBlock } from '../../../shop/data/block-store';
import { findCheckout } from '../../../shop/data/checkout-store';
import { readOrderView } from '../../../shop/flows/lookup/read-checkout';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { orderCalendar } from '../../../shop/flows/visit/order-calendar';
import { orderViewer } from '../document/documents';
import { phaseOf } from '../../common/order/orders';
import { validLines } from '../../../shop/rules/valid-lines';
import { visitsOf } from '../../../shop/flows/visit/visits';

export { validLines, visitsOf };

export type CalendarAnswer =
  { kind: 'file'; content: string; fileName: string } | { kind: 'denied' } | { kind: 'blocked' };

/**
 * The visits of an order as a calendar file, for its customer or for staff; `visit`: only the one with this number.
 * `denied`: there is none, or it is not for this browser. `blocked`: the order's tickets are.
 */
export async function getOrderCalendar(
  checkoutId: string,
  visit: number | null,
  language: Language,
): Promise<CalendarAnswer> {
  if ((await orderViewer(checkoutId)) === null) return { kind: 'denied' };
  const { checkoutContext, config } = await getAppContext();
  const checkout = await findCheckout(checkoutContext.database, checkoutId);
  if (checkout === null || phaseOf(checkout) !== 'confirmed') return { kind: 'denied' };
  if ((await findBlock(checkoutContext.database, checkoutId)) !== null) return { kind: 'blocked' };
  const view = await readOrderView(checkoutContext, checkoutId, language);
  const visits = view === null ? [] : visitsOf(view, validLines(view));
  const chosen = visit === null ? visits : visits.filter(({ number }) => number === visit);
  if (chosen.length === 0) return { kind: 'denied' };
  const { content } = orderCalendar({ checkout, storefrontUrl: config.storefrontUrl }, chosen, language);
  const number = visit === null ? '' : `-${visit}`;
  return { kind: 'file', content, fileName: `visit-${checkout.reference}${number}.ics` };
}
