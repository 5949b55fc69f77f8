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

async function again(
  { counted, note }: z.output<typeof closeForm>,
  { kind: problem }: { kind: ClosingProblem } | NotAllowed,
) {
  const kind = problem === 'refused' ? 'notAllowed' : problem;
  const t = await getTranslations('closing.failed');
  const text = t(kind, { most: longestNote });
  return { values: { counted, note }, problem: { kind, title: t('title'), text } };
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
