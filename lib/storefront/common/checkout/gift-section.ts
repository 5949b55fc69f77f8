import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { describeHolds } from '../../../shop/flows/visit/describe-holds';
import { bookingKind } from '../../../shop/rules/booking-kind';
import { type GiftField, giftDays, giftFields, mayGive, readGift } from '../../../shop/rules/gift';
import type { Holds } from '../../../shop/rules/checkout';
import { isUnpaid } from '../../../shop/rules/discount-of';
import type { Entries, Gift, Line } from '../../../shop/values/checkout-values';
import { askAboutGiftAddress, giftError, giftLimits, giftTexts } from './gift-words';
import { giftNames } from './question-errors';
import type { Question, QuestionError, QuestionSection } from './questions';

const types = { name: 'text', email: 'email', message: 'textarea', date: 'date' } as const;

/** To whom a booking is given: closed, and without fields if nothing is to be paid. */
export async function giftSection(
  lines: readonly Line[],
  { due, holds, language }: { due: string; holds: Holds; language: Language },
): Promise<QuestionSection> {
  const { config } = await getAppContext();
  const t = await giftTexts(language);
  const section = { title: t('title'), isClosed: true };
  if (isUnpaid(due, holds)) return { ...section, lead: t('free'), questions: [] };
  const days = giftDays(lines, config.timeZone, new Date());
  const limits = giftLimits(days, language);
  // On one day only there is nothing to choose.
  const fields = giftFields.filter((field) => field !== 'date' || days.first < days.last);
  const hints = { name: '', email: '', message: t('messageHint', limits), date: t('dateHint', limits) };
  const questionOf = (field: GiftField): Question => ({
    name: giftNames[field],
    type: types[field],
    label: t(field),
    hint: hints[field],
    required: field === 'name' || field === 'email',
    options: [],
    ...(field === 'date' ? { min: days.first, max: days.last } : {}),
  });
  return { ...section, lead: t('lead', { of: bookingKind(lines) }), questions: fields.map(questionOf) };
}

interface GiftOrder {
  readonly holds: Holds;
  readonly entries: Entries;
  /** What is to be paid. */
  readonly due: string;
}

/** Whether the fields of this step name somebody to whom it is given, and what is wrong in them. */
export async function checkGift(
  { holds, entries, due }: GiftOrder,
  language: Language,
): Promise<{ gift: Gift | null; errors: QuestionError[] }> {
  const { more: typed = {} } = entries;
  const isGiven = Object.values(giftNames).some((name) => typed[name] !== undefined);
  if (!isGiven || isUnpaid(due, holds)) return { gift: null, errors: [] };
  const { checkoutContext, config } = await getAppContext();
  const lines = await describeHolds(checkoutContext, holds, language);
  const days = giftDays(lines, config.timeZone, new Date());
  const only = (field: GiftField) => typed[giftNames[field]]?.[0] ?? '';
  // On one day only there is no field for it, and what was typed on another day is over.
  const date = days.first < days.last ? only('date') : '';
  const fields = { name: only('name'), email: only('email'), message: only('message'), date };
  const { gift, wrong } = readGift(fields, days);
  const errors = await Promise.all(
    wrong.map(async (field) => errorAt(field, await giftError(field, fields, days, language))),
  );
  if (gift !== null && !mayGive(entries)) {
    const t = await giftTexts(language);
    errors.push(errorAt('name', t('errors.from', giftLimits(days, language))));
  }
  return { gift, errors };
}

function errorAt(field: GiftField, text: string): QuestionError {
  return { name: giftNames[field], text, summary: text };
}

/** Asks whether another address was meant. */
export async function giftAddressError(
  better: string,
  typed: string,
  language: Language,
): Promise<QuestionError> {
  return errorAt('email', (await askAboutGiftAddress(better, typed, language)).text);
}

/** That too many gifts were ordered from here, or e-mails sent to whom this one is given. */
export async function tooManyGifts(language: Language): Promise<QuestionError> {
  return errorAt('email', (await giftTexts(language))('errors.often'));
}
