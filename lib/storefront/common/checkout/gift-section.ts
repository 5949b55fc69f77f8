import { getTranslations } from 'next-intl/server';
import { compareAmounts } from '../../../money/money';
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
  mostMessageLines,
  readGift,
} from '../../../shop/rules/gift';
import type { Holds } from '../../../shop/rules/checkout';
import { giftCardPays } from '../../../shop/rules/discount-of';
import { totalOf } from '../../../shop/rules/fees';
import type { Gift, Line } from '../../../shop/values/checkout-values';
import { giftNames } from './question-errors';
import type { Question, QuestionError, QuestionSection, TypedAnswers } from './questions';

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

/** To whom a booking is given: closed, and without fields for what costs nothing. */
export async function giftSection(
  lines: readonly Line[],
  { total, holds, language }: { total: string; holds: Holds; language: Language },
): Promise<QuestionSection> {
  const { config } = await getAppContext();
  const t = await translate(language);
  const section = { title: t('title'), isClosed: true };
  if (compareAmounts(total, '0.00') === 0 && !giftCardPays(holds))
    return { ...section, lead: t('free'), questions: [] };
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

/** Whether the fields of this step name somebody to whom it is given, and what is wrong in them. */
export async function checkGift(
  holds: Holds,
  typed: TypedAnswers,
  language: Language,
): Promise<{ gift: Gift | null; errors: QuestionError[] }> {
  const isGiven = Object.values(giftNames).some((name) => typed[name] !== undefined);
  if (!isGiven || (compareAmounts(totalOf(holds), '0.00') === 0 && !giftCardPays(holds)))
    return { gift: null, errors: [] };
  const { checkoutContext, config } = await getAppContext();
  const lines = await describeHolds(checkoutContext, holds, language);
  const days = giftDays(lines, config.timeZone, new Date());
  const only = (field: GiftField) => typed[giftNames[field]]?.[0] ?? '';
  const fields = { name: only('name'), email: only('email'), message: only('message'), date: only('date') };
  const { gift, wrong } = readGift(fields, days);
  const t = await translate(language);
  const errors = wrong.map((field) => {
    const text = t(`errors.${field}`, limitsOf(days, language));
    return { name: giftNames[field], text, summary: text };
  });
  return { gift, errors };
}
