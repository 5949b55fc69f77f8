import {
  correctAnswers,
  findTicketQuestions,
  type TicketQuestions,
} from '../../../shop/flows/answers/correct-answers';
import type { UnitAnswers } from '../../../shop/values/checkout-values';
import type { Language } from '../../../locale/languages';
import { orUnavailable } from '../../common/request/or-unavailable';
import {
  type AskedItem,
  checkItem,
  nameOf,
  type QuestionError,
  type TypedAnswers,
} from '../../common/checkout/question-errors';
import { type Question, questionOf } from '../../common/checkout/questions';
import { type ForStaff, forStaffOfBooking, type StaffOfBooking } from '../../common/account/for-staff';
import type { HolderOutcome } from './item-tickets';

/** The questions of one ticket, and its present answers, for the form that corrects them. */
export interface AnswersPage {
  readonly questions: readonly Question[];
  readonly typed: TypedAnswers;
}

/** The form is for one ticket. */
const askedOf = ({ key, fields }: TicketQuestions): AskedItem => ({
  key,
  fields,
  quantity: 1,
  productName: null,
});

/** Null: the ticket has no questions. `unavailable`: they can't be read now. */
export function getAnswersPage(
  checkoutId: string,
  ticketId: string,
  language: Language,
): Promise<ForStaff<AnswersPage | 'unavailable' | null>> {
  return forStaffOfBooking('orders:change', checkoutId, async ({ checkoutContext }) => {
    const about = { checkoutId, ticketId };
    const found = await orUnavailable(() => findTicketQuestions(checkoutContext, about, language));
    if (found === 'unavailable') return found;
    if (found === null || typeof found === 'string') return null;
    const { key, fields, answers } = found;
    return {
      questions: fields.map((field) => questionOf(key, 0, field)),
      typed: Object.fromEntries(answers.map(({ field, value }) => [nameOf(key, 0, field), asTyped(value)])),
    };
  });
}

/** The value of an answer as a form sends it. */
function asTyped(value: unknown): string[] {
  if (typeof value === 'boolean') return value ? ['yes'] : [];
  return (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
  );
}

type Done = 'corrected' | 'unchanged';
export type AnswersProblem =
  | { readonly kind: 'wrong'; readonly errors: readonly QuestionError[] }
  | { readonly kind: Exclude<HolderOutcome, Done | 'name'> };

/** Checks what was typed, and replaces the answers of the ticket. */
export async function correctTypedAnswers(
  { member, checkoutContext, log }: StaffOfBooking<'orders:change'>,
  { checkoutId, ticketId }: { checkoutId: string; ticketId: string },
  typed: TypedAnswers,
  language: Language,
): Promise<Done | AnswersProblem> {
  const about = { checkoutId, ticketId, staff: member.id };
  const found = await orUnavailable(() => findTicketQuestions(checkoutContext, about, language));
  if (found === null) return { kind: 'unknown' };
  if (typeof found === 'string') return { kind: found };
  const { errors, answers } = checkItem(askedOf(found), typed, language);
  if (errors.length > 0) return { kind: 'wrong', errors };
  const given: UnitAnswers['answers'] = answers[0]?.answers ?? [];
  const kind = await orUnavailable(() => correctAnswers(checkoutContext, about, found, given));
  log.info({ checkout: checkoutId, answer: kind }, 'staff corrected answers of a ticket');
  return kind === 'corrected' || kind === 'unchanged' ? kind : { kind };
}
