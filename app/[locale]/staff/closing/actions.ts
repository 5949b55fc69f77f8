'use server';

import { getTranslations } from 'next-intl/server';
import { refresh } from 'next/cache';
import { z } from 'zod';
import type { ClosingState } from '@/components/staff/closing/closing-form';
import { paths } from '@/lib/locale/paths';
import {
  type NotAllowed,
  type Sent,
  staffAction,
  staffFormAction,
} from '@/lib/storefront/common/forms/actions';
import {
  closeShopDay,
  type ClosingProblem,
  longestNote,
  readPayoutsOf,
} from '@/lib/storefront/staff/closing/closing';

const text = (most: number) => z.string().max(most).default('');
const dayForm = z.object({ day: text(20) });
const closeForm = dayForm.extend({ expected: text(30), counted: text(30), note: text(5_000) });

/** The field that is wrong. */
const fields: Partial<Record<ClosingProblem, keyof ClosingState['values']>> = {
  counted: 'counted',
  note: 'note',
  tooLong: 'note',
};

async function again(
  { counted, note }: z.output<typeof closeForm>,
  problem: { kind: ClosingProblem } | NotAllowed,
) {
  const t = await getTranslations('closing.failed');
  const values = { counted, note };
  const title = t('title');
  if ('text' in problem) return { values, problem: { title, text: problem.text, field: null } };
  const text = t(problem.kind, { most: longestNote });
  return { values, problem: { title, text, field: fields[problem.kind] ?? null } };
}

/** Records the cash of a day; or shows the form again with what was typed. */
export const closeCash = async (previous: ClosingState, form: FormData): Promise<ClosingState> =>
  staffFormAction('orders:change', closeForm, again, async (staff, typed, { language }) => {
    const problem = await closeShopDay(staff, typed);
    // The form has to show the amounts as they are now.
    if (problem === 'changed') refresh();
    return problem === null
      ? paths.staffClosing(language, { day: typed.day, done: 'closed' })
      : { kind: problem };
  })(previous, form);

const dayPage = ({ day }: { day: string }, { language }: Sent) => paths.staffClosing(language, { day });

/** Asks the payment provider about the payouts of a day. */
export const readPayouts = async (form: FormData) =>
  staffAction('orders:change', dayForm, dayPage, async (staff, { day }) => {
    const result = await readPayoutsOf(staff, day);
    return result === 'read' ? { done: result } : { problem: result };
  })(form);
