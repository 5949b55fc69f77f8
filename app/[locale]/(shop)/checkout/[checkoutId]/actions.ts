'use server';

import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { refresh } from 'next/cache';
import { z } from 'zod';
import type { DetailsState } from '@/components/checkout/details-form';
import { detailsSchema, wrongFields } from '@/components/checkout/details-schema';
import { suggestEmail } from '@/components/checkout/suggest-email';
import { providerAwayKey } from '@/components/checkout/provider-away';
import { amountSchema } from '@/lib/contract/values';
import { languages, type Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import {
  holdTheSameAgain,
  keepEntries,
  orderAndPay,
  type OrderAttempt,
} from '@/lib/storefront/common/checkout/checkout';
import {
  changeHolds,
  changeSchema,
  releaseHeld,
  restoreHold,
} from '@/lib/storefront/shop/basket/change-holds';
import { waitingPath } from '@/lib/storefront/common/waiting-room/own-turn';
import { checkMore, readTyped } from '@/lib/storefront/common/checkout/questions';
import { attemptAfter, readForm } from '@/lib/storefront/common/forms/read-form';

// Longer than every limit, so that what is too long is refused by its limit, and kept for another try.
const typed = z.string().max(5_000).catch('');
const detailsForm = z.object({
  firstname: typed,
  lastname: typed,
  email: typed,
  phone: typed,
  country: typed,
});
const checkoutForm = z.object({ checkoutId: z.guid(), language: z.enum(languages) });
const orderForm = checkoutForm.extend({ total: amountSchema });
const hintForm = z.object({ useEmail: typed.optional(), emailSeen: typed.optional() });
const itemForm = z.object({ checkoutId: z.guid(), holdId: z.guid() });
const undoForm = checkoutForm.extend({ restore: z.guid() });

/**
 * Orders and continues to the payment; or returns to the form with the errors and what was typed; or changes what is held,
 * if a button for that was pressed.
 */
export async function order(previous: DetailsState, form: FormData): Promise<DetailsState> {
  const attempt = attemptAfter(previous);
  const { checkoutId, language, total } = readForm(orderForm, form);
  const entries = { ...readForm(detailsForm, form), more: readTyped(form) };
  const changed = await changeHolds({ checkoutId, language }, readForm(changeSchema, form), entries);
  if (changed !== null) redirect(changed);
  const state = { attempt, wrong: [], entries, problem: null };
  const { useEmail, emailSeen } = readForm(hintForm, form);
  if (useEmail !== undefined)
    return takeEmail(checkoutId, { ...state, entries: { ...entries, email: useEmail } });
  const details = detailsSchema.safeParse(entries);
  // Known before anything is read: whether this browser may see the checkout.
  if (!(await keepEntries(checkoutId, entries))) redirect(paths.checkout(language, checkoutId));
  const more = await checkMore(checkoutId, language, { typed: entries.more, country: entries.country });
  if (more === null) return { ...state, problem: await awayText(language) };
  if (!details.success || more.errors.length > 0) {
    const wrong = details.success ? [] : wrongFields(details.error);
    return { ...state, wrong, errors: more.errors };
  }
  const better = entries.email === emailSeen ? null : suggestEmail(entries.email);
  if (better !== null) {
    return { ...state, ...(await doubtOf(language, { typed: entries.email, better })) };
  }
  const { phone, ...rest } = details.data;
  const customer = { ...rest, ...(phone === undefined ? {} : { phone }), language };
  const { invoice, answers } = more;
  const placed = await orderAndPay({ checkoutId, customer, entries, total, more: { invoice, answers } });
  switch (placed.kind) {
    case 'pay':
      return redirect(placed.url);
    case 'placed':
      return redirect(paths.order(language, checkoutId));
    case 'denied':
    case 'expired':
      return redirect(paths.checkout(language, checkoutId));
    case 'total_changed':
    case 'called_off':
      return redirect(`${paths.checkout(language, checkoutId)}?notice=${placed.kind}`);
    case 'credit_lost':
      return redirect(`${paths.checkout(language, checkoutId)}?notice=credit_lost&why=${placed.why}`);
    case 'service_away':
      return { ...state, problem: await awayText(language) };
    case 'free_limit':
    case 'provider_away':
    case 'amount_too_small':
    case 'credit_left':
    case 'payment_refused':
      return { ...state, problem: await problemText(language, placed) };
  }
}

async function awayText(language: Language): Promise<{ title: string; text: string }> {
  const t = await getTranslations({ locale: language, namespace: 'checkout.problem' });
  return { title: t('away'), text: t('awayText') };
}

/** Without scripts: the customer takes the suggested address. */
async function takeEmail(checkoutId: string, state: DetailsState): Promise<DetailsState> {
  await keepEntries(checkoutId, state.entries);
  return state;
}

/** Asks once about an address that looks mistyped. Ordering again keeps it. */
async function doubtOf(language: Language, suggestion: { typed: string; better: string }) {
  const t = await getTranslations({ locale: language, namespace: 'checkout.suggestion' });
  const title = t('question', { email: suggestion.better });
  return { suggestion, problem: { title, text: t('notOrdered', { email: suggestion.typed }) } };
}

type Problem = Extract<
  OrderAttempt,
  { kind: 'free_limit' | 'provider_away' | 'amount_too_small' | 'credit_left' | 'payment_refused' }
>;

/** The key of the title; that of the text ends with "Text". */
function problemKey(problem: Problem) {
  switch (problem.kind) {
    case 'provider_away':
      return providerAwayKey(problem.mayHavePaid);
    case 'free_limit':
    case 'amount_too_small':
    case 'credit_left':
      return problem.kind;
    case 'payment_refused':
      return problem.why === 'email' ? 'payment_refusedEmail' : 'payment_refused';
  }
}

async function problemText(language: Language, problem: Problem): Promise<{ title: string; text: string }> {
  const t = await getTranslations({ locale: language, namespace: 'checkout.problem' });
  const key = problemKey(problem);
  const minimum = 'minimum' in problem ? formatAmount(problem.minimum, language) : '';
  const least = 'least' in problem ? formatAmount(problem.least, language) : '';
  return { title: t(key), text: t(`${key}Text`, { minimum, least }) };
}

/** Stores what the customer typed, and renders the page again: the hold has just ended. */
export async function keepDetails(form: FormData): Promise<void> {
  const { checkoutId } = readForm(checkoutForm, form);
  // Without access, the page says so.
  await keepEntries(checkoutId, { ...readForm(detailsForm, form), more: readTyped(form) });
  refresh();
}

/**
 * Renders the page again. The browser's router could do so too, but leaves the page, and with it what was typed, if there
 * is no connection.
 */
export async function renew(): Promise<void> {
  // Actions have to be asynchronous.
  await Promise.resolve();
  refresh();
}

/** For forms of the release before, in which this was a form of its own. @public */
export async function removeHeldItem(form: FormData): Promise<void> {
  const { checkoutId, holdId } = readForm(itemForm, form);
  const language = await getLocale();
  await releaseHeld({ checkoutId, language }, holdId);
  redirect(paths.checkout(language, checkoutId));
}

/** Holds the last item again, which was removed: then the page has no form for details. */
export async function undoRemoval(form: FormData): Promise<void> {
  const { checkoutId, language, restore } = readForm(undoForm, form);
  redirect(await restoreHold({ checkoutId, language }, restore));
}

export async function holdAgain(form: FormData): Promise<void> {
  const { checkoutId, language } = readForm(checkoutForm, form);
  const held = await holdTheSameAgain(checkoutId);
  const page = paths.checkout(language, checkoutId);
  switch (held.kind) {
    case 'held':
      return redirect(`${page}?notice=rereserved&before=${held.totalBefore}`);
    case 'denied':
    case 'not_expired':
      return redirect(page);
    case 'has_to_wait':
      return redirect(waitingPath(language, held));
    case 'refused':
    case 'over_quota':
    case 'away':
      return redirect(`${page}?again=${held.kind}`);
  }
}
