'use server';

import { refresh } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { DetailsState } from '@/components/checkout/details-form';
import { detailsSchema, wrongFields } from '@/components/checkout/details-schema';
import { suggestEmail } from '@/components/checkout/suggest-email';
import { providerUnavailableKey } from '@/components/checkout/provider-unavailable';
import type { Entries } from '@/lib/shop/values/checkout-values';
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
  changeBeforeOrder,
  changeHolds,
  changeSchema,
  restoreHold,
} from '@/lib/storefront/shop/basket/change-holds';
import { creditStarted } from '@/lib/storefront/common/exchange/rebooking';
import { waitingPath } from '@/lib/storefront/common/waiting-room/own-turn';
import { entriesOfAllSteps, ownField } from '@/lib/storefront/common/checkout/steps';
import { checkGift, giftAddressError, tooManyGifts } from '@/lib/storefront/common/checkout/gift-section';
import { giftNames } from '@/lib/storefront/common/checkout/question-errors';
import { checkMore, readTyped } from '@/lib/storefront/common/checkout/questions';
import { readOwnCheckout } from '@/lib/storefront/common/request/guest';
import { shopAction } from '@/lib/storefront/common/forms/actions';

// Longer than every limit, so that what is too long is refused by its limit, and kept for another try.
const typed = z.string().max(5_000).catch('');
const details = { firstname: typed, lastname: typed, email: typed, phone: typed, country: typed };
const checkoutForm = z.object({ checkoutId: z.guid(), language: z.enum(languages) });
const detailsForm = checkoutForm.extend(details);
const stepNumber = z.coerce.number().int().min(1).max(1_000).optional().catch(undefined);
const orderForm = detailsForm.extend({
  total: amountSchema,
  /** Which step of the form was sent, of how many, and to which the customer goes back. */
  step: stepNumber,
  steps: stepNumber,
  goto: stepNumber,
  useEmail: typed.optional(),
  emailSeen: typed.optional(),
  giftSeen: typed.optional(),
  ...changeSchema.shape,
});
const undoForm = checkoutForm.extend({ restore: z.guid() });

type Sent = z.output<typeof orderForm>;

const entriesOf = (sent: z.output<typeof detailsForm>, form: FormData) => {
  const { firstname, lastname, email, phone, country } = sent;
  return { firstname, lastname, email, phone, country, more: readTyped(form) };
};

/**
 * Orders and continues to the payment; or returns to the form with the errors and what was typed; or changes what is held,
 * if a button for that was pressed.
 */
export const order = async (previous: DetailsState, form: FormData): Promise<DetailsState> =>
  shopAction(orderForm, async (sent, { form }) => {
    const { checkoutId, language, useEmail } = sent;
    const entries = await entriesOfAllSteps(checkoutId, entriesOf(sent, form), form);
    const changed = await changeHolds({ checkoutId, language }, sent, { entries, form });
    if (changed !== null) return atStep(changed, sent.step);
    // Known before anything is read: whether this browser may see the checkout.
    const kept = useEmail === undefined ? entries : { ...entries, email: useEmail };
    const isKept = await keepEntries(checkoutId, kept);
    // Without scripts: the customer takes the suggested address.
    if (useEmail !== undefined) return { wrong: [], entries: kept, problem: null };
    if (sent.goto !== undefined) return atStep(paths.checkout(language, checkoutId), sent.goto);
    return isKept ? checkAndPay(sent, entries, form) : paths.checkout(language, checkoutId);
  })(previous, form);

/** An address of the checkout, at a step of its form. */
const atStep = (address: string, step: number | undefined) =>
  step === undefined ? address : `${address}${address.includes('?') ? '&' : '?'}step=${step}`;

/** Earlier tickets that could not pay when these were held: the whole price is not charged without a word. */
async function creditFirst(
  { checkout: { id }, rebooking, exchangedId }: NonNullable<Awaited<ReturnType<typeof readOwnCheckout>>>,
  language: Language,
): Promise<string | null> {
  const credit = rebooking === null ? await creditStarted(id, exchangedId, language) : null;
  if (credit === null || credit === 'not_held') return null;
  const about = credit === 'credited' ? credit : `exchange&why=${credit}`;
  return `${paths.checkout(language, id)}?notice=${about}`;
}

async function checkAndPay(
  sent: Sent,
  entries: Entries,
  form: FormData,
): Promise<string | Omit<DetailsState, 'attempt'>> {
  const { checkoutId, language, total, held, step = 1, steps = 1 } = sent;
  const own = await readOwnCheckout(checkoutId);
  if (own === null) return paths.checkout(language, checkoutId);
  const changed =
    (await changeBeforeOrder(own, { held, language }, form)) ?? (await creditFirst(own, language));
  if (changed !== null) return atStep(changed, step);
  const state = { wrong: [], entries, problem: null };
  const details = detailsSchema.safeParse(entries);
  const { more: typed = {}, country } = entries;
  const more = await checkMore(own.holds, language, { typed, country });
  if (more === null) return { ...state, problem: await unavailableText(language) };
  const { gift, errors: ofGift } = await checkGift({ holds: own.holds, entries, due: total }, language);
  const found = [...more.errors, ...ofGift];
  const isLast = step === steps;
  const hasDetails = form.has('firstname');
  const names = form.getAll(ownField);
  const errors = isLast ? found : found.filter(({ name }) => names.includes(name));
  const wrong = details.success || !(hasDetails || isLast) ? [] : wrongFields(details.error);
  if (wrong.length > 0 || errors.length > 0) return { ...state, wrong, errors };
  const asked = await askAboutAddresses(sent, form);
  if (asked !== null) return { ...state, ...asked };
  if (!isLast || !details.success) return atStep(paths.checkout(language, checkoutId), step + 1);
  const { phone, ...rest } = details.data;
  const customer = { ...rest, ...(phone === undefined ? {} : { phone }), language };
  const { invoice, answers } = more;
  const placed = await orderAndPay(own, { customer, entries, total, more: { invoice, gift, answers } });
  switch (placed.kind) {
    case 'pay':
      return placed.url;
    case 'placed':
      return paths.order(language, checkoutId);
    case 'expired':
      return paths.checkout(language, checkoutId);
    case 'total_changed':
    case 'called_off':
      return `${paths.checkout(language, checkoutId)}?notice=${placed.kind}`;
    case 'credit_lost':
      return `${paths.checkout(language, checkoutId)}?notice=credit_lost&why=${placed.why}`;
    case 'service_unavailable':
      return { ...state, problem: await unavailableText(language) };
    case 'gift_limit':
      return { ...state, errors: [await tooManyGifts(language)] };
    case 'free_limit':
    case 'provider_unavailable':
    case 'amount_too_small':
    case 'credit_left':
    case 'payment_refused':
      return { ...state, problem: await problemText(language, placed) };
  }
}

async function unavailableText(language: Language): Promise<{ title: string; text: string }> {
  const t = await getTranslations({ locale: language, namespace: 'checkout.problem' });
  return { title: t('unavailable'), text: t('unavailableText') };
}

/** Asks once about addresses that look mistyped, of the customer and of a gift. Ordering again keeps them. */
async function askAboutAddresses(
  { language, email, emailSeen, giftSeen }: Sent,
  form: FormData,
): Promise<Omit<DetailsState, 'attempt' | 'wrong' | 'entries'> | null> {
  const gift = readTyped(form)[giftNames.email]?.[0] ?? '';
  const better = form.has('firstname') ? suggestEmail(email) : null;
  const betterGift = gift === giftSeen ? null : suggestEmail(gift);
  const isNew = better !== null && email !== emailSeen;
  if (!isNew && betterGift === null) return null;
  const t = await getTranslations({ locale: language, namespace: 'checkout.suggestion' });
  return {
    // Also one that the customer has seen: the form says so again.
    suggestion: better === null ? null : { typed: email, better },
    giftSeen: gift,
    problem: isNew ? { title: t('question', { email: better }), text: t('notOrdered', { email }) } : null,
    errors: betterGift === null ? [] : [await giftAddressError(betterGift, gift, language)],
  };
}

type Problem = Extract<
  OrderAttempt,
  { kind: 'free_limit' | 'provider_unavailable' | 'amount_too_small' | 'credit_left' | 'payment_refused' }
>;

/** The key of the title; that of the text ends with "Text". */
function problemKey(problem: Problem) {
  switch (problem.kind) {
    case 'provider_unavailable':
      return providerUnavailableKey(problem.mayHavePaid);
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
export const keepDetails = async (form: FormData) =>
  shopAction(detailsForm, async (sent, { form }) => {
    // Without access, the page says so.
    await keepEntries(sent.checkoutId, await entriesOfAllSteps(sent.checkoutId, entriesOf(sent, form), form));
    refresh();
    return {};
  })(form);

/**
 * Renders the page again. The browser's router could do so too, but leaves the page, and with it what was typed, if there
 * is no connection.
 */
export async function renew(): Promise<void> {
  // Actions have to be asynchronous.
  await Promise.resolve();
  refresh();
}

/** Holds the last item again, which was removed: then the page has no form for details. */
export const undoRemoval = async (form: FormData) =>
  shopAction(undoForm, ({ restore, ...checkout }) => restoreHold(checkout, restore))(form);

export const holdAgain = async (form: FormData) =>
  shopAction(checkoutForm, async ({ checkoutId, language }) => {
    const held = await holdTheSameAgain(checkoutId);
    const page = paths.checkout(language, checkoutId);
    switch (held.kind) {
      case 'held':
        return `${page}?notice=rereserved&before=${held.totalBefore}`;
      case 'denied':
      case 'not_expired':
        return page;
      case 'has_to_wait':
        return waitingPath(language, held);
      case 'refused':
      case 'over_quota':
      case 'unavailable':
        return `${page}?again=${held.kind}`;
    }
  })(form);
