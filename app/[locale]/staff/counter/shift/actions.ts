'use server';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type {
  CountShiftState,
  ExplainShiftState,
  MoveCashState,
  OpenShiftState,
} from '@/components/staff/shift/shift-forms';
import { paths } from '@/lib/locale/paths';
import { type NotAllowed, staffFormAction } from '@/lib/storefront/common/forms/actions';
import {
  type CountProblem,
  countTypedShift,
  explainTypedShift,
  type MoveProblem,
  moveShiftCash,
  type NoteProblem,
  type OpenProblem,
  openOwnShift,
  shiftLimits,
} from '@/lib/storefront/staff/shift/shift';

const text = z.string().max(5_000).default('');
const openForm = z.object({ id: z.guid(), till: text, opening: text });
const moveForm = z.object({
  id: z.guid(),
  kind: z.enum(['in', 'out']),
  amount: text,
  reason: text,
  sure: text,
});
const countForm = z.object({
  shiftId: z.guid(),
  cash: text,
  terminal: text,
  others: z.literal('yes').optional().catch(undefined),
});
const explainForm = z.object({ shiftId: z.guid(), note: text });

type Why = OpenProblem | MoveProblem | CountProblem | NoteProblem;
type Problem<Kind extends Why> = { kind: Kind } | NotAllowed;

/** What the problem's text is, where several are wrong in the same way. */
const textOf = {
  opening: 'amount',
  amount: 'amount',
  cash: 'amount',
  terminal: 'amount',
} as const satisfies Partial<Record<Why, 'amount'>>;

/** The form again, with the field that is wrong; `fields`: the problems that are named as one. */
async function shown<Kind extends Why, Field extends Kind>(problem: Problem<Kind>, fields: readonly Field[]) {
  const t = await getTranslations('shift.failed');
  const title = t('title');
  if ('text' in problem) return { title, text: problem.text, field: null };
  const { kind } = problem;
  const name: Exclude<Why, keyof typeof textOf> | 'amount' =
    kind in textOf ? 'amount' : (kind as Exclude<Why, keyof typeof textOf>);
  const most = name === 'till' || name === 'reason' || name === 'note' ? shiftLimits[name] : 0;
  return { title, text: t(name, { most }), field: fields.find((one) => one === kind) ?? null };
}

/** Opens the person's shift. */
export const openTill = async (previous: OpenShiftState, form: FormData): Promise<OpenShiftState> =>
  staffFormAction(
    'sales:make by catalog',
    openForm,
    async ({ till, opening }, problem: Problem<OpenProblem>) => {
      const field = problem.kind === 'taken' ? 'till' : null;
      const said = await shown(problem, ['till', 'opening']);
      return { values: { till, opening }, problem: { ...said, field: said.field ?? field } };
    },
    async (staff, typed, { language }) => {
      const problem = await openOwnShift(staff, typed);
      return problem === null ? paths.staffOwnShift(language, { done: 'opened' }) : { kind: problem };
    },
  )(previous, form);

/** Records cash that was put in or taken out. */
export const moveTillCash = async (previous: MoveCashState, form: FormData): Promise<MoveCashState> =>
  staffFormAction(
    'sales:make by catalog',
    moveForm,
    async ({ kind, amount, reason }, problem: Problem<MoveProblem>) => ({
      values: { kind, amount, reason },
      problem: await shown(problem, ['amount', 'reason', 'sure']),
    }),
    async (staff, typed, { language }) => {
      const problem = await moveShiftCash(staff, typed);
      return problem === null ? paths.staffOwnShift(language, { done: 'moved' }) : { kind: problem };
    },
  )(previous, form);

/** Records the count; the page of the shift then shows what differs. */
export const countTill = async (previous: CountShiftState, form: FormData): Promise<CountShiftState> =>
  staffFormAction(
    'sales:make by catalog',
    countForm,
    async ({ cash, terminal, others }, problem: Problem<CountProblem>) => ({
      values: { cash, terminal, others: others !== undefined },
      problem: await shown(problem, ['cash', 'terminal', 'others']),
    }),
    async (staff, typed, { language }) => {
      const counted = await countTypedShift(staff, { ...typed, others: typed.others !== undefined });
      return 'done' in counted
        ? paths.staffShift(language, typed.shiftId, counted)
        : { kind: counted.problem };
    },
  )(previous, form);

/** Closes a shift that was counted with a difference. */
export const explainTill = async (previous: ExplainShiftState, form: FormData): Promise<ExplainShiftState> =>
  staffFormAction(
    'sales:make by catalog',
    explainForm,
    async ({ note }, problem: Problem<NoteProblem>) => ({
      values: { note },
      problem: await shown(problem, ['note']),
    }),
    async (staff, typed, { language }) => {
      const problem = await explainTypedShift(staff, typed);
      return problem === null
        ? paths.staffShift(language, typed.shiftId, { done: 'closed' })
        : { kind: problem };
    },
  )(previous, form);
