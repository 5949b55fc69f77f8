'use server';

import { getLocale, getTranslations } from 'next-intl/server';
import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import type { ClosingState } from '@/components/staff/closing/closing-form';
import { paths } from '@/lib/locale/paths';
import { attemptAfter, readForm } from '@/lib/storefront/common/forms/read-form';
import { closeShopDay, longestNote, readPayoutsOf } from '@/lib/storefront/staff/closing/closing';
import { notDone } from '../not-done';

const text = (most: number) => z.string().max(most).default('');
const closeForm = z.object({ day: text(20), expected: text(30), counted: text(30), note: text(5_000) });

/** Records the cash of a day; or shows the form again with what was typed. */
export async function closeCash(previous: ClosingState, form: FormData): Promise<ClosingState> {
  const attempt = attemptAfter(previous);
  const typed = readForm(closeForm, form);
  const answer = await closeShopDay(typed);
  const language = await getLocale();
  const problem = answer.kind === 'staff' ? answer.value : 'notAllowed';
  if (problem === 'closed') redirect(paths.staffClosing(language, { day: typed.day, done: 'closed' }));
  // The form has to show the amounts as they are now.
  if (problem === 'changed') refresh();
  const t = await getTranslations('closing.failed');
  return {
    attempt,
    values: { counted: typed.counted, note: typed.note },
    problem: { kind: problem, title: t('title'), text: t(problem, { most: longestNote }) },
  };
}

/** Asks the payment provider about the payouts of a day. */
export async function readPayouts(form: FormData): Promise<void> {
  const { day } = readForm(z.object({ day: text(20) }), form);
  const answer = await readPayoutsOf(day);
  const language = await getLocale();
  if (answer.kind !== 'staff') return notDone(paths.staffClosing(language, { day }));
  const result = answer.value;
  redirect(
    paths.staffClosing(language, result === 'read' ? { day, done: 'read' } : { day, problem: result }),
  );
}
