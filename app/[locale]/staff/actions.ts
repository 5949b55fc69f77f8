'use server';

import { z } from 'zod';
import type { AcknowledgedChange } from '@/components/staff/attention/changed-sessions';
import { paidBackWays, settlements } from '@/lib/shop/values/checkout-values';
import { replacedNames } from '@/components/staff/order/order-view';
import { reasonSchema } from '@/lib/contract/catalog-override';
import { paths } from '@/lib/locale/paths';
import { beginSignIn, endSignIn } from '@/lib/storefront/common/account/sign-in';
import { bookingAction, type Sent, shopAction, staffAction } from '@/lib/storefront/common/forms/actions';
import { readTicked } from '@/lib/storefront/common/forms/read-form';
import { afterAcknowledging, attentionPlace } from '@/lib/storefront/staff/attention/attention-place';
import { staffBackPath } from '@/lib/storefront/staff/attention/back-path';
import { settlingOf } from '@/lib/storefront/staff/attention/settling';
import { dismissSessionChange } from '@/lib/storefront/staff/event-change/event-change';
import {
  acknowledge as acknowledgeOne,
  acknowledgeMail,
  acknowledgeSeveral,
  changeBlock,
  refundUnexpectedPayments,
  revokeOrderLinks,
  sendMailsAgain,
  settleOrder,
  tryOrderAgain,
} from '@/lib/storefront/staff/order/change-order';
import { erasePersonalData } from '@/lib/storefront/staff/privacy/personal-data';

const orderForm = z.object({ checkoutId: z.guid() });
const orderPage = ({ checkoutId }: z.output<typeof orderForm>, { language }: Sent) =>
  paths.staffOrder(language, checkoutId);
const listPage = (_: unknown, { language }: Sent) => paths.staff(language);
const personPage = (_: unknown, { language }: Sent) => paths.staffPersonalData(language);

const typedReason = z.string().max(10_000);
const settleForm = orderForm.extend({
  as: z.enum([...settlements, ...paidBackWays]).optional(),
  reason: typedReason,
});

export const settle = async (form: FormData) =>
  bookingAction('orders:change', settleForm, orderPage, async (staff, { checkoutId, as, reason: typed }) => {
    const reason = reasonSchema.safeParse(typed).data;
    if (as === undefined || reason === undefined) return { problem: 'settling' };
    return settleOrder(staff, checkoutId, { ...settlingOf(as), reason });
  })(form);

export const tryAgain = async (form: FormData) =>
  bookingAction('orders:change', orderForm, orderPage, tryOrderAgain)(form);

export const refundUnexpected = async (form: FormData) =>
  bookingAction('orders:change', orderForm, orderPage, refundUnexpectedPayments)(form);

const mailForm = orderForm.extend({ email: z.unknown().optional() });

export const sendAgain = async (form: FormData) =>
  bookingAction('orders:change', mailForm, orderPage, sendMailsAgain)(form);

export const acknowledge = async (form: FormData) =>
  bookingAction('orders:change', orderForm, orderPage, acknowledgeMail)(form);

const reasonForm = z.string().regex(/^[a-z_]{1,40}$/);
const taskKeyForm = z.string().min(1).max(255);
/** Missing in a form of another incident. */
const paidBack = z.enum(replacedNames).optional();
const acknowledgeForm = orderForm.extend({ taskKey: taskKeyForm, reason: reasonForm, paidBack });

export const acknowledgeTask = async (form: FormData) =>
  bookingAction('orders:change', acknowledgeForm, orderPage, (staff, { taskKey: id, ...seen }) =>
    acknowledgeOne(staff, { ...seen, id }),
  )(form);

/** The value of a ticked box: which incident, and what it asked of staff when they saw it. */
const tickedForm = z
  .string()
  .transform((value) => /^(\S+) (\S+) (.+)$/.exec(value)?.slice(1) ?? [])
  .pipe(z.tuple([z.guid(), reasonForm, taskKeyForm]))
  .transform(([checkoutId, reason, id]) => ({ checkoutId, reason, id }));

const listForm = z.object({ group: z.string().optional(), page: z.string().optional(), paidBack });

/** Staff have dealt with the ticked incidents of the list; the page then shows how many. */
export const acknowledgeTicked = async (form: FormData) =>
  staffAction('orders:change', listForm, listPage, async (staff, { paidBack, ...place }, about) => {
    const ticked = readTicked(tickedForm, about.form, 'task');
    const counts = await acknowledgeSeveral(
      staff,
      ticked.map((one) => ({ ...one, paidBack })),
    );
    const parameters = afterAcknowledging(attentionPlace(place), counts);
    return `${paths.staff(about.language)}?${parameters}#attention`;
  })(form);

// Each confirmation is a box to tick, so that it works without scripts.
const confirmed = z.literal('yes');
const blockForm = z.discriminatedUnion('change', [
  orderForm.extend({ change: z.literal('block'), confirmed }),
  orderForm.extend({ change: z.literal('unblock') }),
]);

export const changeTicketBlock = async (form: FormData) =>
  bookingAction('orders:change', blockForm, orderPage, changeBlock)(form);

const revokeForm = orderForm.extend({ confirmed });

export const revoke = async (form: FormData) =>
  bookingAction('orders:change', revokeForm, orderPage, revokeOrderLinks)(form);

const eraseForm = z.object({ email: z.string().max(254), confirmed, coming: confirmed.optional() });

/** No address contains the e-mail address, so it is typed again after a warning. */
export const erase = async (form: FormData) =>
  staffAction('people:change', eraseForm, personPage, async (staff, { email, coming }) => {
    const erased = await erasePersonalData(staff, email, coming !== undefined);
    return Object.fromEntries(Object.entries(erased).map(([name, value]) => [name, String(value)]));
  })(form);

const backForm = z.object({ back: z.unknown().optional() });

export const signIn = async (form: FormData) =>
  shopAction(backForm, ({ back }, { language }) => beginSignIn(staffBackPath(back, language)))(form);

/** What only who has just signed in may do begins with it. */
export const signInAgain = async (form: FormData) =>
  shopAction(backForm, ({ back }, { language }) => beginSignIn(staffBackPath(back, language), true))(form);

export const signOut = async (form: FormData) =>
  shopAction(
    backForm,
    async ({ back }, { language }) => (await endSignIn()) ?? staffBackPath(back, language),
  )(form);

const dismissForm = z.object({ id: z.guid(), reason: typedReason });

/** There is nothing to do for the holders of a session that a feed changed. */
export const dismissChangedSession = async (form: FormData) =>
  staffAction('orders:override', dismissForm, listPage, async (staff, sent, { language }) => {
    const reason = reasonSchema.safeParse(sent.reason).data;
    const isDone = reason !== undefined && (await dismissSessionChange(staff, sent.id, reason));
    const outcome: AcknowledgedChange = reason === undefined ? 'reason' : isDone ? 'done' : 'late';
    return `${paths.staff(language)}?session=${outcome}#attention`;
  })(form);
