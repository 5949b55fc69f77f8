'use server';

import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import type { AnswersState } from '@/components/staff/ticket/answers-form';
import { paths } from '@/lib/locale/paths';
import { readTyped } from '@/lib/storefront/common/checkout/questions';
import { attemptAfter, readForm } from '@/lib/storefront/common/forms/read-form';
import { correctHolder, sendCopy } from '@/lib/storefront/staff/ticket/item-tickets';
import { correctTypedAnswers } from '@/lib/storefront/staff/ticket/ticket-answers';
import { notDone, signedOutText } from '../../../../not-done';

const ticketForm = z.object({ checkoutId: z.guid(), ticketId: z.guid() });

export async function correctTicketHolder(form: FormData): Promise<void> {
  const { checkoutId, ticketId } = readForm(ticketForm, form);
  const language = await getLocale();
  const answer = await correctHolder(checkoutId, ticketId, Object.fromEntries(form));
  if (answer.kind !== 'staff') return notDone(paths.staffTicket(language, checkoutId, ticketId));
  const outcome = answer.value;
  if (outcome === 'corrected' || outcome === 'unchanged')
    redirect(`${paths.staffOrder(language, checkoutId, { holder: outcome })}#tickets`);
  redirect(paths.staffTicket(language, checkoutId, ticketId, { problem: outcome }));
}

/** Replaces the answers of a ticket and returns to the order; or shows the form again, with what was typed. */
export async function correctTicketAnswers(previous: AnswersState, form: FormData): Promise<AnswersState> {
  const attempt = attemptAfter(previous);
  const about = readForm(ticketForm, form);
  const typed = readTyped(form);
  const language = await getLocale();
  const answer = await correctTypedAnswers(about, typed, language);
  const outcome = answer.kind === 'staff' ? answer.value : null;
  if (outcome?.kind === 'corrected' || outcome?.kind === 'unchanged')
    redirect(`${paths.staffOrder(language, about.checkoutId, { answers: outcome.kind })}#tickets`);
  const t = await getTranslations();
  const problem =
    outcome === null
      ? ((await signedOutText(answer)) ?? t('cancellation.answers.notAllowed'))
      : outcome.kind === 'wrong'
        ? t('orderChanges.questions.wrong')
        : outcome.kind === 'refused'
          ? t('orderChanges.questions.answers.refused')
          : t(`orderChanges.holder.answers.${outcome.kind}`);
  const errors = outcome?.kind === 'wrong' ? outcome.errors : [];
  return { attempt, typed, errors, problem };
}

const copyForm = z.object({ checkoutId: z.guid() });

export async function copyConfirmation(form: FormData): Promise<void> {
  const { checkoutId } = readForm(copyForm, form);
  const language = await getLocale();
  const answer = await sendCopy(checkoutId, form.get('copyTo'));
  if (answer.kind !== 'staff') return notDone(paths.staffOrder(language, checkoutId));
  redirect(`${paths.staffOrder(language, checkoutId, { copy: answer.value })}#copy`);
}
