'use server';

import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import type { AcknowledgedChange } from '@/components/staff/attention/changed-sessions';
import { paidBackWays, settlements } from '@/lib/shop/values/checkout-values';
import { replacedNames } from '@/components/staff/order/order-view';
import { reasonSchema } from '@/lib/contract/catalog-override';
import { paths } from '@/lib/locale/paths';
import { afterAcknowledging, attentionPlace } from '@/lib/storefront/staff/attention/attention-place';
import { staffBackPath } from '@/lib/storefront/staff/attention/back-path';
import { erasePersonalData } from '@/lib/storefront/staff/privacy/personal-data';
import { asForm, readForm, readTicked } from '@/lib/storefront/common/forms/read-form';
import { settlingOf } from '@/lib/storefront/staff/attention/settling';
import { beginSignIn, endSignIn } from '@/lib/storefront/common/account/sign-in';
import {
  acknowledge as acknowledgeOne,
  acknowledgeSeveral,
} from '@/lib/storefront/staff/attention/acknowledge';
import {
  acknowledgeMail,
  changeBlock,
  refundUnexpectedPayments,
  revokeOrderLinks,
  sendMailsAgain,
  settleOrder,
  tryOrderAgain,
} from '@/lib/storefront/staff/order/change-order';
import { dismissSessionChange } from '@/lib/storefront/staff/event-change/event-change';
import { notDone } from './not-done';

async function backPath(form: FormData): Promise<string> {
  return staffBackPath(asForm(form).get('back'), await getLocale());
}

const lostAt = async (checkoutId: string) => notDone(paths.staffOrder(await getLocale(), checkoutId));

/** Of two tabs, the later one is told that the booking has changed meanwhile. */
async function toOrder(
  checkoutId: string,
  problem: 'late' | 'settling' | 'replaced' | 'unexpected' | null,
): Promise<never> {
  const page = paths.staffOrder(await getLocale(), checkoutId);
  redirect(problem === null ? page : `${page}?problem=${problem}`);
}

const settleForm = z.object({
  checkoutId: z.guid(),
  as: z.enum([...settlements, ...paidBackWays]).optional(),
  reason: z.string().max(10_000),
});

export async function settle(form: FormData): Promise<void> {
  const { checkoutId, as, reason: typed } = readForm(settleForm, form);
  const reason = reasonSchema.safeParse(typed).data;
  if (as === undefined || reason === undefined) return toOrder(checkoutId, 'settling');
  const settled = await settleOrder(checkoutId, { ...settlingOf(as), reason });
  if (settled.kind !== 'staff') return lostAt(checkoutId);
  await toOrder(checkoutId, settled.value ? null : 'late');
}

const mailForm = z.object({ checkoutId: z.guid() });

export async function tryAgain(form: FormData): Promise<void> {
  const { checkoutId } = readForm(mailForm, form);
  const tried = await tryOrderAgain(checkoutId);
  if (tried.kind !== 'staff') return lostAt(checkoutId);
  await toOrder(checkoutId, tried.value ? null : 'late');
}

export async function refundUnexpected(form: FormData): Promise<void> {
  const { checkoutId } = readForm(mailForm, form);
  const answer = await refundUnexpectedPayments(checkoutId);
  if (answer.kind !== 'staff') return lostAt(checkoutId);
  const refund = answer.value;
  await toOrder(checkoutId, refund === 'refunded' ? null : refund === 'late' ? 'late' : 'unexpected');
}

export async function sendAgain(form: FormData): Promise<void> {
  const { checkoutId } = readForm(mailForm, form);
  const sent = await sendMailsAgain(checkoutId, form.get('email'));
  if (sent.kind !== 'staff') return lostAt(checkoutId);
  const page = paths.staffOrder(await getLocale(), checkoutId);
  redirect(sent.value === 'email' ? `${page}?problem=email` : page);
}

export async function acknowledge(form: FormData): Promise<void> {
  const { checkoutId } = readForm(mailForm, form);
  if ((await acknowledgeMail(checkoutId)).kind !== 'staff') return lostAt(checkoutId);
  redirect(paths.staffOrder(await getLocale(), checkoutId));
}

const reasonForm = z.string().regex(/^[a-z_]{1,40}$/);
const incidentIdForm = z.string().min(1).max(255);
/** Missing in a form of another incident, and in one of the release before this. */
const paidBackForm = z.object({ paidBack: z.enum(replacedNames).optional() });
const acknowledgeForm = paidBackForm.extend({
  checkoutId: z.guid(),
  incidentId: incidentIdForm,
  reason: reasonForm,
});

export async function acknowledgeIncident(form: FormData): Promise<void> {
  const { checkoutId, incidentId, reason, paidBack } = readForm(acknowledgeForm, form);
  const answer = await acknowledgeOne({ checkoutId, id: incidentId, reason, paidBack });
  if (answer.kind !== 'staff') return lostAt(checkoutId);
  await toOrder(checkoutId, answer.value ? null : 'replaced');
}

/** The value of a ticked box: which incident, and what it asked of staff when they saw it. */
const tickedForm = z
  .string()
  .transform((value) => /^(\S+) (\S+) (.+)$/.exec(value)?.slice(1) ?? [])
  .pipe(z.tuple([z.guid(), reasonForm, incidentIdForm]))
  .transform(([checkoutId, reason, id]) => ({ checkoutId, reason, id }));

const placeForm = z.object({ group: z.string().optional(), page: z.string().optional() });

/** Staff have dealt with the ticked incidents of the list; the page then shows how many. */
export async function acknowledgeTicked(form: FormData): Promise<void> {
  const place = attentionPlace(readForm(placeForm, form));
  const { paidBack } = readForm(paidBackForm, form);
  const ticked = readTicked(tickedForm, form, 'incident');
  const answer = await acknowledgeSeveral(ticked.map((one) => ({ ...one, paidBack })));
  if (answer.kind !== 'staff') return notDone(paths.staff(await getLocale()));
  const parameters = afterAcknowledging(place, answer.value);
  redirect(`${paths.staff(await getLocale())}?${parameters}#attention`);
}

const blockForm = z.discriminatedUnion('change', [
  // The confirmation is a box to tick, so that it works without scripts.
  z.object({ checkoutId: z.guid(), change: z.literal('block'), confirmed: z.literal('yes') }),
  z.object({ checkoutId: z.guid(), change: z.literal('unblock') }),
]);

export async function changeTicketBlock(form: FormData): Promise<void> {
  const { checkoutId, change } = readForm(blockForm, form);
  if ((await changeBlock(checkoutId, change)).kind !== 'staff') return lostAt(checkoutId);
  redirect(paths.staffOrder(await getLocale(), checkoutId));
}

const revokeForm = z.object({ checkoutId: z.guid(), confirmed: z.literal('yes') });

export async function revoke(form: FormData): Promise<void> {
  const { checkoutId } = readForm(revokeForm, form);
  if ((await revokeOrderLinks(checkoutId)).kind !== 'staff') return lostAt(checkoutId);
  redirect(paths.staffOrder(await getLocale(), checkoutId));
}

const eraseForm = z.object({
  email: z.string().max(254),
  confirmed: z.literal('yes'),
  coming: z.literal('yes').optional(),
});

/** No address contains the e-mail address, so it is typed again after a warning. */
export async function erase(form: FormData): Promise<void> {
  const { email, coming } = readForm(eraseForm, form);
  const answer = await erasePersonalData(email, coming !== undefined);
  const language = await getLocale();
  if (answer.kind !== 'staff') return notDone(paths.staffPersonalData(language));
  const { value } = answer;
  const shown =
    value === 'email'
      ? { problem: 'email' }
      : Object.fromEntries(Object.entries(value).map(([name, count]) => [name, String(count)]));
  redirect(paths.staffPersonalData(language, shown));
}

export async function signIn(form: FormData): Promise<void> {
  redirect(await beginSignIn(await backPath(form)));
}

export async function signOut(form: FormData): Promise<void> {
  const back = await backPath(form);
  redirect((await endSignIn()) ?? back);
}

/** There is nothing to do for the holders of a session that a feed changed. */
export async function dismissChangedSession(form: FormData): Promise<void> {
  const { id, reason: typed } = readForm(z.object({ id: z.guid(), reason: z.string().max(10_000) }), form);
  const language = await getLocale();
  const reason = reasonSchema.safeParse(typed).data;
  const answer = reason === undefined ? null : await dismissSessionChange(id, reason);
  if (answer !== null && answer.kind !== 'staff') return notDone(paths.staff(language));
  const told: AcknowledgedChange = answer === null ? 'reason' : answer.value ? 'done' : 'late';
  redirect(`${paths.staff(language)}?session=${told}#attention`);
}
