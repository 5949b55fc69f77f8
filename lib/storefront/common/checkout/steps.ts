import type { Entries } from '../../../shop/values/checkout-values';
import { readOwnCheckout } from '../request/guest';
import type { QuestionSection } from './questions';

/** With more questions than this the form is filled in steps: the details of the customer, then each ticket. */
const mostAtOnce = 12;

/** The part of the form of a checkout that is shown. */
export interface FormStep {
  /** From 1 on. */
  readonly number: number;
  /** 1: the form is not divided. */
  readonly count: number;
  readonly hasDetails: boolean;
  readonly sections: readonly QuestionSection[];
}

/** `asked`: the number in the address. */
export function formStep(sections: readonly QuestionSection[], asked: number): FormStep {
  const tickets = sections.filter(({ isClosed }) => !isClosed);
  const questions = tickets.flatMap((section) => section.questions);
  if (questions.length <= mostAtOnce) return { number: 1, count: 1, hasDetails: true, sections };
  const steps = [sections.filter(({ isClosed }) => isClosed), ...tickets.map((ticket) => [ticket])];
  const number = Math.min(Math.max(1, asked), steps.length);
  return { number, count: steps.length, hasDetails: number === 1, sections: steps[number - 1] ?? [] };
}

/** The names of the fields of a step, which its form sends: a box that is not checked sends nothing itself. */
export const ownField = 'own';

export const namesOf = ({ sections }: FormStep): string[] =>
  sections.flatMap(({ same, questions }) => [
    ...(same === undefined ? [] : [same.name]),
    ...questions.map(({ name }) => name),
  ]);

/** What was typed in all steps: the sent one replaces what is stored of it. */
export async function entriesOfAllSteps(checkoutId: string, sent: Entries, form: FormData): Promise<Entries> {
  const names = new Set(form.getAll(ownField));
  if (names.size === 0) return sent;
  const stored = (await readOwnCheckout(checkoutId))?.checkout.entries;
  if (stored === undefined) return sent;
  const others = Object.entries(stored.more ?? {}).filter(
    ([name]) => name !== 'voucherCode' && !names.has(name),
  );
  const details = form.has('firstname') ? sent : stored;
  return { ...details, more: { ...Object.fromEntries(others), ...sent.more } };
}
