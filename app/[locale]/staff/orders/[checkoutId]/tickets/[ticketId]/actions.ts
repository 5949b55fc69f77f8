'use server';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { AnswersState } from '@/components/staff/ticket/answers-form';
import { paths } from '@/lib/locale/paths';
import { readTyped } from '@/lib/storefront/common/checkout/questions';
import {
  type NotAllowed,
  type Sent,
  staffAction,
  staffFormAction,
} from '@/lib/storefront/common/forms/actions';
import { sendGiftByStaff } from '@/lib/storefront/staff/order/gift';
import { tickedOthers } from '@/lib/storefront/staff/ticket/holder-form';
import { correctHolder, sendCopy } from '@/lib/storefront/staff/ticket/item-tickets';
import { type AnswersProblem, correctTypedAnswers } from '@/lib/storefront/staff/ticket/ticket-answers';

const orderForm = z.object({ checkoutId: z.guid() });
const ticketForm = orderForm.extend({ ticketId: z.guid() });

export const correctTicketHolder = async (form: FormData) =>
  staffAction(
    'orders:change',
    ticketForm,
    ({ checkoutId, ticketId }, { form, language }) => {
      const also = tickedOthers(form).join('.') || undefined;
      return paths.staffTicket(language, checkoutId, ticketId, { also });
    },
    async (staff, { checkoutId, ticketId }, { form, language }) => {
      const about = { checkoutId, ticketId, also: tickedOthers(form) };
      const outcome = await correctHolder(staff, about, Object.fromEntries(form));
      return outcome === 'corrected' || outcome === 'unchanged'
        ? `${paths.staffOrder(language, checkoutId, { holder: outcome })}#tickets`
        : { problem: outcome };
    },
  )(form);

async function again(_: unknown, problem: AnswersProblem | NotAllowed, { form }: Sent) {
  const t = await getTranslations('orderChanges');
  const errors = problem.kind === 'wrong' ? problem.errors : [];
  const text =
    'text' in problem
      ? problem.text
      : problem.kind === 'wrong'
        ? t('questions.wrong')
        : problem.kind === 'refused'
          ? t('questions.answers.refused')
          : t(`holder.answers.${problem.kind}`);
  return { typed: readTyped(form), errors, problem: text };
}

/** Replaces the answers of a ticket and returns to the order; or shows the form again, with what was typed. */
export const correctTicketAnswers = async (previous: AnswersState, form: FormData): Promise<AnswersState> =>
  staffFormAction('orders:change', ticketForm, again, async (staff, about, { form, language }) => {
    const outcome = await correctTypedAnswers(staff, about, readTyped(form), language);
    return typeof outcome === 'string'
      ? `${paths.staffOrder(language, about.checkoutId, { answers: outcome })}#tickets`
      : outcome;
  })(previous, form);

export const copyConfirmation = async (form: FormData) =>
  staffAction(
    'orders:change',
    orderForm,
    ({ checkoutId }, { language }) => paths.staffOrder(language, checkoutId),
    async (staff, { checkoutId }, { form, language }) => {
      const copy = await sendCopy(staff, checkoutId, form.get('copyTo'));
      return `${paths.staffOrder(language, checkoutId, { copy })}#copy`;
    },
  )(form);

export const sendGift = async (form: FormData) =>
  staffAction(
    'orders:change',
    orderForm,
    ({ checkoutId }, { language }) => paths.staffOrder(language, checkoutId),
    async (staff, { checkoutId }, { form, language }) => {
      const gift = await sendGiftByStaff(staff, checkoutId, form.get('giftTo'));
      return `${paths.staffOrder(language, checkoutId, { gift })}#gift`;
    },
  )(form);
