import { z } from 'zod';
import { findCheckout } from '../../../shop/data/checkout-store';
import type { GiftDelivery } from '../../../shop/data/gift-mail-store';
import { againLimits } from '../../../shop/flows/mail/send-again';
import { changeGift, type GiftAgain, sendGiftAgain } from '../../../shop/flows/mail/send-gift';
import { type OrderView, readCheckout } from '../../../shop/flows/lookup/read-checkout';
import {
  type GiftDays,
  giftDays,
  type GiftField,
  longestGiftName,
  longestMessage,
  mostMessageLines,
  readGift,
} from '../../../shop/rules/gift';
import { type GiftEnd, giftEnd } from '../../../shop/rules/valid-lines';
import type { Gift } from '../../../shop/values/checkout-values';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { giftError, giftTexts } from '../../common/checkout/gift-words';
import { causeEmail, mayCauseEmail } from '../../common/request/caused-emails';
import { guestMayRead } from '../../common/request/guest';

/** What became of a change or of "send the gift again". `busy`: too many from this network. */
export const giftAnswers = ['changed', 'late', 'again', 'sending', 'over', 'soon', 'often', 'busy'] as const;
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
  // Without a field for it: on one day only there is nothing to choose.
  date: z.string().max(100).default(''),
  /** About this address the customer was asked before. */
  emailSeen: z.string().max(5_000).default(''),
});

export type TypedChange = z.output<typeof giftForm>;

/** What of a change was wrong, in words; `field`: where, if it was one. */
export interface GiftProblem {
  readonly title: string;
  readonly text: string;
  readonly field: GiftField | null;
}

/** The customer of this browser changes the gift. Null: there is none, or it is not this browser's. */
export async function changeOwnGift(
  { checkoutId, ...typed }: TypedChange,
  language: Language,
): Promise<'changed' | 'late' | 'over' | GiftProblem | null> {
  if (!(await guestMayRead(checkoutId))) return null;
  const { checkoutContext, config, worker } = await getAppContext();
  const view = await readCheckout(checkoutContext, checkoutId, language);
  if (view === null) return null;
  const lines = view.items.flatMap((item) => item.lines);
  const days = giftDays(lines, config.timeZone, new Date());
  const { gift, wrong } = readGift(typed, days);
  const t = await giftTexts(language);
  const problem = (text: string, field: GiftField | null) => ({ title: t('notChanged'), text, field });
  if (gift === null) {
    // Empty fields: a gift is given to somebody.
    const [field = 'name'] = wrong;
    return problem(await giftError(field, typed, days, language), field);
  }
  const limits = { minutes: againLimits.minutes, times: againLimits.mostADay };
  const giveBack = await causeEmail('gift', gift.email);
  if (giveBack === null) return problem(t('answers.busy', limits), null);
  const answer = await changeGift(checkoutContext, checkoutId, gift);
  if (answer === 'changed') worker.wake();
  else await giveBack();
  if (answer === 'often') return problem(t('answers.often', limits), null);
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
