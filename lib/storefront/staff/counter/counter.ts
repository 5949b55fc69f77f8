import { type ItemRemoval, removeItem } from '../../../shop/flows/basket/remove-item';
import { settleByHand } from '../../../shop/flows/attention/settle-by-hand';
import { findCheckout } from '../../../shop/data/checkout-store';
import { isPlaced } from '../../../shop/values/checkout-state';
import { isWithStaff } from '../../../shop/rules/with-staff';
import { type OrderView, readOrderView } from '../../../shop/flows/lookup/read-checkout';
import { readHolds } from '../../../shop/data/hold-store';
import { isToPayBack } from '../../../shop/rules/refund';
import { readTimeline } from '../../../shop/data/timeline-store';
import { sessionPath } from '../../../contract/iri';
import type { Language } from '../../../locale/languages';
import { loadOfferPage } from '../../common/offer/offers';
import { shownTickets } from '../../common/order/order-tickets';
import { type CheckedMore, checkMore, loadSections } from '../../common/checkout/questions';
import { forStaffOfBooking, forStaffOfCatalog, type Staff } from '../../common/account/for-staff';
import { may } from '../../common/account/staff-access';
import { exchangeOfSale, startedExchange } from '../exchange/exchange';
import { readExchangeRefunds } from '../refund/pay-back';
import type { VisitAddress } from '../visitors/visitors';

type SaleStaff = Staff<'sales:make by catalog'>;

export function readCounterOffer(
  language: Language,
  { sale, ...place }: { catalogId: string; offerId: string; sale: string | undefined },
) {
  return forStaffOfCatalog('sales:make', place.catalogId, async (context) => ({
    exchange: await startedExchange(context, sale),
    offer: await loadOfferPage(language, place, { withOtherDays: false, at: 'counter' }),
  }));
}

/** What was noted when the money was taken. */
export interface Sold {
  readonly staff: string | null;
  readonly amount: string | null;
  readonly method: 'cash' | 'terminal' | null;
  readonly given: string | null;
  readonly change: string | null;
}

export async function readSold(
  { checkoutContext }: Pick<SaleStaff, 'checkoutContext'>,
  checkoutId: string,
): Promise<Sold | null> {
  const timeline = await readTimeline(checkoutContext.database, checkoutId);
  const detail = timeline.findLast(({ what }) => what === 'sold_at_counter')?.detail;
  if (detail === undefined) return null;
  const text = (name: string) => (typeof detail[name] === 'string' ? detail[name] : null);
  const method = text('method');
  return {
    staff: text('staff'),
    amount: text('amount'),
    given: text('given'),
    change: text('change'),
    method: method === 'cash' || method === 'terminal' ? method : null,
  };
}

const ofHeld = async (view: OrderView, language: Language, isAnswered: boolean) => {
  const { checkout, holds } = view;
  const { country, more: typed = {} } = checkout.entries;
  const checked: CheckedMore | null = isAnswered
    ? await checkMore(holds, language, { typed, country })
    : null;
  return { sections: await loadSections(holds, language), errors: checked?.errors ?? [] };
};

/** How what is left of the price of exchanged tickets goes back; empty: nothing does, or it is not ordered yet. */
async function readBack(
  { checkoutContext: { database } }: Pick<SaleStaff, 'checkoutContext'>,
  { checkout, rebooking, back }: OrderView,
) {
  if (rebooking === null || checkout.state !== 'ordered' || back === '0.00') return [];
  const refunds = await readExchangeRefunds(database, rebooking.earlierId, checkout.id);
  return refunds.map(({ id, amount, paidBack, state, problem }) => ({
    id,
    amount,
    paidBack,
    isToPayBack: isToPayBack({ state, problem }),
  }));
}

/** The session of a sale; null: it has none, or several. */
function onlyVisit(holds: OrderView['holds']): VisitAddress | null {
  const paths = holds.flatMap(({ reservation }) =>
    reservation.items.flatMap(({ offerTickets }) => offerTickets.flatMap(({ session }) => session ?? [])),
  );
  const [only, ...others] = new Set(paths);
  const named = only === undefined || others.length > 0 ? null : sessionPath(only);
  return named === null ? null : { ...named, visit: named.sessionId };
}

/**
 * A sale at the counter; null: there is none. `validateAnswers`: answers to questions of issuers were given, and are
 * judged.
 */
export function readSale(
  checkoutId: string,
  language: Language,
  { validateAnswers }: { validateAnswers: boolean },
) {
  return forStaffOfBooking('sales:make', checkoutId, async (context) => {
    const view = await readOrderView(context.checkoutContext, checkoutId, language);
    if (view?.checkout.channel !== 'counter') return null;
    const isHeld = view.checkout.state === 'held' && view.checkout.holdAlive;
    return {
      view,
      visit: onlyVisit(view.holds),
      mayGive: isHeld && context.catalogAdmin !== null && may(context.member, 'tickets:give'),
      sold: await readSold(context, checkoutId),
      exchange: await exchangeOfSale(context, view, language),
      backParts: await readBack(context, view),
      isWithStaff: isWithStaff(view.checkout),
      held: isHeld ? await ofHeld(view, language, validateAnswers) : null,
      tickets: view.orders.length === 0 ? [] : await shownTickets(view, view.checkout.language),
      contact: context.config.counter,
    };
  });
}

export type Sale = NonNullable<Extract<Awaited<ReturnType<typeof readSale>>, { kind: 'staff' }>['value']>;

/** Takes one item out of a sale that is not paid; its units can be sold again at once. */
export async function removeFromSale(
  { checkoutContext }: SaleStaff,
  checkoutId: string,
  holdId: string,
): Promise<ItemRemoval> {
  const checkout = await findCheckout(checkoutContext.database, checkoutId);
  if (checkout?.channel !== 'counter') return 'not_found';
  return removeItem(checkoutContext, checkoutId, holdId);
}

/** Gives back everything that is held for a sale. False: it was paid before, or is no sale at the counter. */
export async function releaseSale({ checkoutContext }: SaleStaff, checkoutId: string): Promise<boolean> {
  const { database } = checkoutContext;
  const checkout = await findCheckout(database, checkoutId);
  if (checkout?.channel !== 'counter') return false;
  for (const { id } of await readHolds(database, checkoutId))
    await removeItem(checkoutContext, checkoutId, id);
  const now = await findCheckout(database, checkoutId);
  return now !== null && !isPlaced(now.state);
}

/** Staff have returned the money of a sale for which no order could be made; it may have been recorded before. */
export async function recordPaidBack(
  { member, checkoutContext, worker }: SaleStaff,
  { checkoutId, paidBack }: { checkoutId: string; paidBack: 'cash' | 'terminal' },
): Promise<null> {
  const checkout = await findCheckout(checkoutContext.database, checkoutId);
  if (checkout?.channel !== 'counter' || checkout.reason !== 'pay_back_at_counter') return null;
  const settling = { as: 'refunded', paidBack, staff: member.id } as const;
  await settleByHand(checkoutContext, checkoutId, settling);
  worker.wake();
  return null;
}
