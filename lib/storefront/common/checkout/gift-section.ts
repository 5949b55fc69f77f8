import { getTranslations } from 'next-intl/server';
import type { Language } from '../../../locale/languages';
import { formatDay } from '../../../locale/venue-time';
import { getAppContext } from '../../../runtime/app-context';
import { describeHolds } from '../../../shop/flows/visit/describe-holds';
import {
  type GiftDays,
  type GiftField,
  giftDays,
  giftFields,
  longestGiftName,
  longestMessage,
  mayGive,
  mostMessageLines,
  readGift,
} from '../../../shop/rules/gift';
import type { Holds } from '../../../shop/rules/checkout';
import { isUnpaid } from '../../../shop/rules/discount-of';
import type { Entries, Gift, Line } from '../../../shop/values/checkout-values';
import { giftNames } from './question-errors';
import type { Question, QuestionError, QuestionSection } from './questions';

const translate = (language: Language) => getTranslations({ locale: language, namespace: 'checkout.gift' });

const types = { name: 'text', email: 'email', message: 'textarea', date: 'date' } as const;

/** The limits in words, for hints and errors. */
function limitsOf(days: GiftDays, language: Language) {
  return {
    longest: longestGiftName,
    most: longestMessage,
    lines: mostMessageLines,
    first: formatDay(days.first, language, 'long'),
    last: formatDay(days.last, language, 'long'),
  };
}

/** To whom a booking is given: closed, and without fields if nothing is to be paid. */
export async function giftSection(
  lines: readonly Line[],
  { due, holds, language }: { due: string; holds: Holds; language: Language },
): Promise<QuestionSection> {
  const { config } = await getAppContext();
  const t = await translate(language);
  const section = { title: t('title'), isClosed: true };
  if (isUnpaid(due, holds)) return { ...section, lead: t('free'), questions: [] };
  const limits = limitsOf(giftDays(lines, config.timeZone, new Date()), language);
  const hints = { name: '', email: '', message: t('messageHint', limits), date: t('dateHint', limits) };
  const questionOf = (field: GiftField): Question => ({
    name: giftNames[field],
    type: types[field],
    label: t(field),
    hint: hints[field],
    required: field === 'name' || field === 'email',
    options: [],
  });
  return { ...section, lead: t('lead'), questions: giftFields.map(questionOf) };
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
  const fields = { name: only('name'), email: only('email'), message: only('message'), date: only('date') };
  const { gift, wrong } = readGift(fields, days);
  const t = await translate(language);
  const limits = limitsOf(days, language);
  const errors = wrong.map((field) => errorAt(field, t(`errors.${field}`, limits)));
  if (gift !== null && !mayGive(entries)) errors.push(errorAt('name', t('errors.from', limits)));
  return { gift, errors };
}

function errorAt(field: GiftField, text: string): QuestionError {
  return { name: giftNames[field], text, summary: text };
}

/** That too many gifts were ordered from here, or e-mails sent to whom this one is given. */
export async function tooManyGifts(language: Language): Promise<QuestionError> {
  return errorAt('email', (await translate(language))('errors.often'));
}
