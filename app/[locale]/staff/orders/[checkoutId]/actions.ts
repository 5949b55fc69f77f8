'use server';

import { getTranslations } from 'next-intl/server';
import type { InvoiceFormState } from '@/components/order/invoice-form';
import type { ContactFormState } from '@/components/staff/order/contact-form';
import type { NoteFormState } from '@/components/staff/order/note-form';
import type { GoodwillFormState } from '@/components/staff/order/goodwill-form';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import { longestReason } from '@/lib/storefront/common/cancellation/cancellation-form';
import {
  bookingAction,
  bookingFormAction,
  type NotAllowed,
  type Sent,
} from '@/lib/storefront/common/forms/actions';
import {
  invoiceForm,
  isWrong,
  shownAgain,
  type WrongField,
} from '@/lib/storefront/common/invoice/correction';
import { correctInvoiceByStaff } from '@/lib/storefront/staff/order/change-order';
import {
  contactForm,
  type ContactProblem,
  correctContactByStaff,
  type TypedContact,
} from '@/lib/storefront/staff/order/contact';
import {
  giveBackByStaff,
  goodwillForm,
  goodwillLimit,
  type GoodwillProblem,
  type TypedGoodwill,
} from '@/lib/storefront/staff/order/goodwill';
import {
  longestNote,
  noteForm,
  type NoteProblem,
  strikeForm,
  strikeNote as strikeNoteByStaff,
  type TypedNote,
  writeNote as writeNoteByStaff,
} from '@/lib/storefront/staff/order/notes';
import { saying, sayingBack } from '../saying';

/** The page then shows the new invoice; or the form shows again what was typed, and what was wrong. */
export const correctInvoice = async (previous: InvoiceFormState, form: FormData): Promise<InvoiceFormState> =>
  bookingFormAction(
    'orders:change',
    invoiceForm,
    async (typed, problem: { kind: 'wrong'; field: WrongField } | NotAllowed) => {
      if (problem.kind === 'wrong') return shownAgain(typed, problem.field);
      const t = await getTranslations('checkout.invoice');
      const { company, address, vatNumber, country } = typed;
      return {
        values: { company, address, vatNumber, country },
        problem: { title: t('notCorrected'), text: problem.text, field: null },
      };
    },
    async (staff, typed, { language }) => {
      const invoice = await correctInvoiceByStaff(staff, typed);
      if (invoice === null) return paths.staffOrder(language, typed.checkoutId);
      return isWrong(invoice)
        ? ({ kind: 'wrong', field: invoice } as const)
        : `${paths.staffOrder(language, typed.checkoutId, { invoice })}#invoices`;
    },
  )(previous, form);

type NotGiven = { kind: 'not_given'; why: Exclude<GoodwillProblem, 'changed'>; limit: string | null };

/** Gives back a part of what was paid; or shows the form again, with what was typed. */
export const giveBack = async (previous: GoodwillFormState, form: FormData): Promise<GoodwillFormState> =>
  bookingFormAction('orders:change', goodwillForm, notGiven, async (staff, typed, { language }) => {
    const answer = await giveBackByStaff(staff, typed);
    if (answer === 'changed') return saying(language, typed.checkoutId, 'given_before');
    if (answer === null) return saying(language, typed.checkoutId, 'given');
    if (typeof answer === 'object') return sayingBack(language, typed.checkoutId, answer);
    return { kind: 'not_given', why: answer, limit: goodwillLimit(staff.member, staff.config) } as const;
  })(previous, form);

async function notGiven(
  { amount, reason }: TypedGoodwill,
  problem: NotGiven | NotAllowed,
  { language }: Sent,
) {
  const t = await getTranslations('cancellation');
  const again = (text: string, field: keyof GoodwillFormState['values'] | null) => ({
    values: { amount, reason },
    problem: { title: t('goodwill.failed'), text, field },
  });
  if (problem.kind === 'not_allowed') return again(problem.text, null);
  switch (problem.why) {
    case 'over_limit':
      return again(
        t('goodwill.overLimit', { amount: formatAmount(problem.limit ?? '0.00', language) }),
        'amount',
      );
    case 'not_ordered':
      return again(t('goodwill.notOrdered'), null);
    case 'disputed':
      return again(t('answers.disputed'), null);
    case 'reason':
    case 'reasonLong':
      return again(t(`answers.${problem.why}`, { most: longestReason }), 'reason');
    case 'amount':
      return again(t('goodwill.noAmount'), 'amount');
    case 'too_much':
      return again(t('answers.too_much'), 'amount');
  }
}

/** The page then shows what is known now; or the form shows again what was typed, and what was wrong. */
export const correctContact = async (previous: ContactFormState, form: FormData): Promise<ContactFormState> =>
  bookingFormAction('orders:change', contactForm, notCorrected, async (staff, typed, { language }) => {
    const answer = await correctContactByStaff(staff, typed);
    return typeof answer === 'string'
      ? ({ kind: 'not_corrected', why: answer } as const)
      : saying(language, typed.checkoutId, answer.kind);
  })(previous, form);

async function notCorrected(
  { email, phone }: TypedContact,
  problem: { kind: 'not_corrected'; why: ContactProblem } | NotAllowed,
) {
  const t = await getTranslations('orderChanges.contact');
  const again = (text: string, field: keyof ContactFormState['values'] | null) => ({
    values: { email, phone },
    problem: { title: t('failed'), text, field },
  });
  if (problem.kind === 'not_allowed') return again(problem.text, null);
  if (problem.why === 'nothing') return again(t('nothing'), null);
  return again(t(problem.why === 'email' ? 'wrongEmail' : 'wrongPhone'), problem.why);
}

/** The page then shows the note; or the form shows again what was typed. */
export const writeNote = async (previous: NoteFormState, form: FormData): Promise<NoteFormState> =>
  bookingFormAction('orders:change', noteForm, notWritten, async (staff, typed, { language }) => {
    const why = await writeNoteByStaff(staff, typed);
    return why === null
      ? paths.staffOrder(language, typed.checkoutId)
      : ({ kind: 'not_written', why } as const);
  })(previous, form);

async function notWritten(
  { text }: TypedNote,
  problem: { kind: 'not_written'; why: NoteProblem } | NotAllowed,
): Promise<Omit<NoteFormState, 'attempt'>> {
  const t = await getTranslations('lists.notes');
  const why = problem.kind === 'not_allowed' ? problem.text : t(problem.why, { most: longestNote });
  const isOfText = problem.kind === 'not_written' && problem.why !== 'closed';
  return { values: { text }, problem: { title: t('failed'), text: why, field: isOfText ? 'text' : null } };
}

export const strikeNote = async (form: FormData) =>
  bookingAction(
    'orders:change',
    strikeForm,
    ({ checkoutId }, { language }) => paths.staffOrder(language, checkoutId),
    strikeNoteByStaff,
  )(form);
