import { z } from 'zod';
import { customerSchema } from '../../../contract/customer';

export { copyLimits } from '../../../shop/flows/mail/copy-confirmation';

/** The name of a ticket's holder, under the same rule as that of a customer. */
export const holderName = customerSchema.pick({ firstname: true, lastname: true });

/** What the page of the order says after sending a confirmation, from its address; null: nothing was sent. */
const copyAnswer = z
  .enum(['sent', 'sending', 'over', 'soon', 'often', 'nothing', 'email'])
  .nullable()
  .catch(null);
export const parseCopyAnswer = (value: unknown) => copyAnswer.parse(value ?? null);
export type ShownCopyAnswer = ReturnType<typeof parseCopyAnswer>;

const done = z.enum(['corrected', 'unchanged']).nullable().catch(null);
/** What the page of the order says after a correction of a name, or of answers to questions; null: there was none. */
export function parseCorrected(holder: unknown, answers: unknown) {
  const name = done.parse(holder ?? null);
  if (name !== null) return { of: 'holder', answer: name } as const;
  const answered = done.parse(answers ?? null);
  return answered === null ? null : ({ of: 'questions', answer: answered } as const);
}
export type ShownCorrection = ReturnType<typeof parseCorrected>;

const problem = z
  .enum(['refused', 'unknown', 'blocked', 'not_valid', 'unavailable', 'name'])
  .nullable()
  .catch(null);
/** What the form says after a correction that was not made. */
export const findHolderProblem = (value: unknown) => problem.parse(value ?? null);

const mostTickets = 60;
const others = z.array(z.guid()).max(mostTickets).catch([]);
/** The other tickets of the same visitor, from the address of the page: separated by points. */
export const parseOthers = (value: string | undefined) => others.parse(value?.split('.') ?? []);
/** From the form. */
export const tickedOthers = (form: FormData) => others.parse(form.getAll('also'));
