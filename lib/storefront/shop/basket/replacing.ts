import { revalidatePath } from 'next/cache';
import { lastSegment, sessionPath } from '../../../contract/iri';
import { changeQuantity, type ItemChange, replaceNext } from '../../../shop/flows/basket/change-item';
import type { Hold } from '../../../shop/rules/checkout';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { getAppContext } from '../../../runtime/app-context';
import { getHolder } from '../../common/checkout/checkout';
import { giveUpOwnExchange } from '../../common/exchange/rebooking';
import { maximumPerHold } from '../../common/offer/offers';
import { choiceQuery } from '../../common/offer/hold-choice';
import { guestMayRead, guestOpenBooking, setBasket } from '../../common/request/guest';
import { inOwnTurn, waitingPath } from '../../common/waiting-room/own-turn';
import type { ReplacingBar } from './held';

interface Item {
  readonly checkoutId: string;
  readonly holdId: string;
  readonly language: Language;
}

/** Why an item stays as it is: `sold_out`, too few are free; `too_many`: how many can be had is known; `limit`, of what may be held at once. */
export const unchangedReasons = ['sold_out', 'too_many', 'limit', 'price', 'unavailable'] as const;
export type UnchangedReason = (typeof unchangedReasons)[number];

/** The most tickets of each hold of a booking, by its identifier. */
export async function mostPerItem(
  holds: readonly Pick<Hold, 'id' | 'catalogId'>[],
): Promise<ReadonlyMap<string, number>> {
  const context = await getAppContext();
  return new Map(holds.map(({ id, catalogId }) => [id, maximumPerHold(context, catalogId)]));
}

/** Whether the number is the chosen one now, and the address at which the customer goes on. */
interface NumberChange {
  readonly isMade: boolean;
  readonly url: string;
}

/** Another number of the same tickets. */
export async function changeItem(
  { checkoutId, holdId, language }: Item,
  quantity: number,
): Promise<NumberChange> {
  const page = paths.checkout(language, checkoutId);
  if (!(await guestMayRead(checkoutId))) return { isMade: false, url: page };
  const { checkoutContext } = await getAppContext();
  const inTurn = await inOwnTurn();
  const change = { ...(await getHolder()), checkoutId, holdId, quantity, inTurn };
  const changed = await changeQuantity(checkoutContext, change);
  revalidatePath('/', 'layout');
  const at = Date.now();
  if (changed.kind === 'held') return { isMade: true, url: `${page}?notice=changed&at=${at}` };
  if (changed.kind === 'same') return { isMade: true, url: page };
  if (changed.kind === 'gone') return { isMade: false, url: elsewhere(page) };
  if (changed.kind === 'has_to_wait') return { isMade: false, url: waitingPath(language, changed) };
  const found = mostOf(changed);
  const why = found === null ? whyUnchanged[changed.kind] : 'too_many';
  const most = found === null ? '' : `&most=${found}`;
  return { isMade: false, url: `${page}?notice=unchanged&why=${why}&at=${at}${most}` };
}

/** How many can be had, if that is known; null: it is not. */
function mostOf(changed: ItemChange): number | null {
  if (changed.kind === 'too_many') return changed.most;
  return changed.kind === 'over_quota' && changed.of === 'basket' && changed.left > 0 ? changed.left : null;
}

const whyUnchanged = {
  too_many: 'too_many',
  refused: 'sold_out',
  invalid: 'sold_out',
  over_quota: 'limit',
  repriced: 'price',
  busy: 'unavailable',
} as const satisfies Record<string, UnchangedReason>;

/** The checkout, which says that it is not the one that the customer had before them. */
export const elsewhere = (page: string): string => `${page}?notice=changed_elsewhere&at=${Date.now()}`;

/** The page on which other tickets are chosen in place of these. */
function ticketBoxOf({ catalogId, reservation, descriptions }: Hold, language: Language): string {
  const [item] = reservation.items;
  if (item === undefined) return paths.home(language);
  const sessions = item.offerTickets.flatMap(({ ticket, session }) =>
    typeof session === 'string' ? [{ ticket, session }] : [],
  );
  const [first, ...others] = new Set(sessions.map(({ session }) => session));
  const path = first === undefined || others.length > 0 ? null : sessionPath(first);
  if (path !== null && item.offerTickets.every(({ seats }) => seats === undefined)) {
    const date = Object.values(descriptions)[0]?.[0]?.date ?? undefined;
    const { eventId, sessionId: session } = path;
    // At its top: there the page says what is replaced.
    return paths.event(language, catalogId, eventId, { date, month: date?.slice(0, 7), session });
  }
  const offerId = lastSegment(item.offer);
  const choice = {
    quantities: new Map([[offerId, String(item.quantity)]]),
    sessions: new Map(sessions.map(({ ticket, session }) => [lastSegment(ticket), lastSegment(session)])),
  };
  return paths.offer(language, catalogId, offerId, choiceQuery(choice, offerId));
}

/** Another time or another type of ticket is chosen where tickets are chosen; what is held there replaces this item. */
export async function chooseInstead({ checkoutId, holdId, language }: Item): Promise<string> {
  const page = paths.checkout(language, checkoutId);
  if (!(await guestMayRead(checkoutId))) return page;
  const { checkoutContext } = await getAppContext();
  const hold = await replaceNext(checkoutContext, checkoutId, holdId);
  if (hold === null) return elsewhere(page);
  await setBasket('own');
  revalidatePath('/', 'layout');
  return ticketBoxOf(hold, language);
}

/** What the next hold would have replaced stays as it is. */
export async function keepAsItIs(kind: ReplacingBar['kind']): Promise<void> {
  if (kind === 'exchange') return giveUpOwnExchange();
  const { checkoutContext } = await getAppContext();
  const { openId } = await guestOpenBooking();
  if (openId !== null) await replaceNext(checkoutContext, openId, null);
  await setBasket();
  revalidatePath('/', 'layout');
}
