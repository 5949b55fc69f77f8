import { type AnswerFault, parseAnswer } from '../../../shop/rules/parse-answer';
import type { ItemQuestions } from '../../../shop/flows/answers/questions';
import type { UnitAnswers } from '../../../shop/values/checkout-values';
import type { Language } from '../../../locale/languages';
import { messages } from '../../../locale/messages';
import { createTranslate, type Translate } from '../../../locale/translators';

/** An error of a field that only the server checks: beside it, and in the summary. */
export interface QuestionError {
  readonly name: string;
  readonly text: string;
  readonly summary: string;
}

/** What was typed into these fields, by their names. */
export type TypedAnswers = Record<string, string[]>;

/** An item of a checkout. `productName` is null where no other item is asked for. */
export interface AskedItem extends Pick<ItemQuestions, 'key' | 'quantity' | 'fields'> {
  readonly productName: string | null;
}

/** The fields of a gift. */
export const giftNames = {
  name: 'giftName',
  email: 'giftEmail',
  message: 'giftMessage',
  date: 'giftDate',
} as const;

export const answerPrefix = 'answer.';

export const nameOf = (item: string, unit: number, code: string) => `${answerPrefix}${item}.${unit}.${code}`;

/** The box by which a ticket gets the answers of the first ticket of its item. */
export const sameName = (item: string, unit: number) => `${answerPrefix}${item}.same.${unit}`;

type Words = Translate<typeof messages.en.checkout>;

/** What is wrong with the answer to a question: beside its field, and in the summary, where it names the question. */
function faultTexts(t: Words, fault: AnswerFault, field: string): Pick<QuestionError, 'text' | 'summary'> {
  if (fault.why === 'tooLong') {
    const named = t('errors.tooLong', { field, max: String(fault.limit) });
    return { text: named, summary: named };
  }
  const limit = 'limit' in fault ? { limit: fault.limit } : {};
  const text = fault.why === 'email' ? t('errors.email') : t(`questions.errors.${fault.why}`, limit);
  return { text, summary: t('questions.summary', { field, text }) };
}

/** Every ticket has the same questions, so the summary names the ticket. */
function ticketOf(t: Words, { productName: name, quantity: count }: AskedItem, unit: number): string | null {
  const number = unit + 1;
  if (name !== null && name !== '') return t('questions.ticketOf', { name, number, count });
  return count === 1 ? null : t('questions.ticket', { number });
}

/** The answers for each ticket of an item, and what is wrong in them. */
export function checkItem(item: AskedItem, typed: TypedAnswers, language: Language) {
  const t: Words = createTranslate(language, messages[language].checkout);
  const errors: QuestionError[] = [];
  const answers = Array.from({ length: item.quantity }, (_, unit): UnitAnswers => {
    const ticket = ticketOf(t, item, unit);
    const isSame = typed[sameName(item.key, unit)] !== undefined;
    const given = item.fields.flatMap((field) => {
      const name = nameOf(item.key, isSame ? 0 : unit, field.code);
      const parsed = parseAnswer(field, typed[name] ?? []);
      if (parsed === null) return [];
      if ('value' in parsed) return [{ field: field.code, value: parsed.value }];
      // What is wrong with the first ticket's answers is said once.
      if (isSame) return [];
      const { text, summary } = faultTexts(t, parsed.fault, field.label);
      errors.push({
        name,
        text,
        summary: ticket === null ? summary : t('questions.summaryOfTicket', { ticket, summary }),
      });
      return [];
    });
    return { item: item.key, unit, answers: given };
  });
  return { errors, answers };
}
