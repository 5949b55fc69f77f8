import { z } from 'zod';
import { findCheckout } from '../../../shop/data/checkout-store';
import type { GiftDelivery } from '../../../shop/data/gift-mail-store';
import { againLimits } from '../../../shop/flows/mail/send-again';
import {
  changeGift,
  type GiftAgain,
  type GiftChange,
  sendGiftAgain,
} from '../../../shop/flows/mail/send-gift';
import { type OrderView, readCheckout } from '../../../shop/flows/lookup/read-checkout';
import {
  type GiftDays,
  giftDays,
  type GiftField,
  giftFields,
  longestGiftName,
  longestMessage,
  mostMessageLines,
  readGift,
} from '../../../shop/rules/gift';
import { type GiftEnd, giftEnd } from '../../../shop/rules/valid-lines';
import type { Gift } from '../../../shop/values/checkout-values';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { causeEmail, mayCauseEmail } from '../../common/request/caused-emails';
import { guestMayRead } from '../../common/request/guest';

/** What became of a change or of "send the gift again"; a field: it was wrong. `busy`: too many from this network. */
export const giftAnswers = [
  'changed',
  'late',
  'again',
  'sending',
  'over',
  'soon',
  'often',
  'busy',
  ...giftFields,
] as const;
export type GiftAnswer = (typeof giftAnswers)[number];

/** The gift as the page of its order shows it. */
export interface GiftView extends Gift, GiftDelivery {
  /** Why it is not sent (any more); null: tickets are left. */
  readonly end: GiftEnd | null;
  readonly answer: GiftAnswer | null;
  readonly limits: GiftDays & {
    readonly longest: number;
    readonly most: number;
    readonly lines: number;
    readonly minutes: number;
    readonly times: number;
  };
}

/** Null: the booking is no gift, or there is no order yet. */
export async function giftView(
  view: Pick<OrderView, 'checkout' | 'items' | 'orders' | 'cancellations' | 'giftDelivery'>,
  answer: GiftAnswer | null,
): Promise<GiftView | null> {
  const { checkout, items, giftDelivery } = view;
  if (checkout.gift === null || giftDelivery === null) return null;
  const { config } = await getAppContext();
  const lines = items.flatMap((item) => item.lines);
  return {
    ...checkout.gift,
    ...giftDelivery,
    end: giftEnd(view),
    answer,
    limits: {
      ...giftDays(lines, config.timeZone, new Date()),
      longest: longestGiftName,
      most: longestMessage,
      lines: mostMessageLines,
      minutes: againLimits.minutes,
      times: againLimits.mostADay,
    },
  };
}

export const giftForm = z.object({
  checkoutId: z.guid(),
  name: z.string().max(5_000),
  email: z.string().max(5_000),
  message: z.string().max(5_000),
  date: z.string().max(100),
});

/** The customer of this browser changes the gift. Null: there is none, or it is not this browser's. */
export async function changeOwnGift(
  { checkoutId, ...typed }: z.output<typeof giftForm>,
  language: Language,
): Promise<Exclude<GiftChange, 'nothing'> | 'busy' | GiftField | null> {
  if (!(await guestMayRead(checkoutId))) return null;
  const { checkoutContext, config, worker } = await getAppContext();
  const view = await readCheckout(checkoutContext, checkoutId, language);
  if (view === null) return null;
  const lines = view.items.flatMap((item) => item.lines);
  const { gift, wrong } = readGift(typed, giftDays(lines, config.timeZone, new Date()));
  // Empty fields: a gift is given to somebody.
  if (gift === null) return wrong[0] ?? 'name';
  const giveBack = await causeEmail('gift', gift.email);
  if (giveBack === null) return 'busy';
  const answer = await changeGift(checkoutContext, checkoutId, gift);
  if (answer === 'changed') worker.wake();
  else await giveBack();
  return answer === 'nothing' ? null : answer;
}

/** Sends the gift of this browser's order again. Null when there is none to send. */
export async function resendGift(checkoutId: string): Promise<Exclude<GiftAgain, 'nothing'> | 'busy' | null> {
  if (!(await guestMayRead(checkoutId))) return null;
  const { checkoutContext, worker } = await getAppContext();
  const gift = (await findCheckout(checkoutContext.database, checkoutId))?.gift ?? null;
  if (gift === null) return null;
  // The number for an order is limited in the database, too.
  if (!(await mayCauseEmail('again', gift.email))) return 'busy';
  const answer = await sendGiftAgain(checkoutContext, checkoutId);
  if (answer === 'again') worker.wake();
  return answer === 'nothing' ? null : answer;
}
