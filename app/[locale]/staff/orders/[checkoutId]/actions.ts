'use server';

import { getTranslations } from 'next-intl/server';
import type { InvoiceFormState } from '@/components/order/invoice-form';
import { paths } from '@/lib/locale/paths';
import { type NotAllowed, staffFormAction } from '@/lib/storefront/common/forms/actions';
import {
  invoiceForm,
  isWrong,
  shownAgain,
  type WrongField,
} from '@/lib/storefront/common/invoice/correction';
import { correctInvoiceByStaff } from '@/lib/storefront/staff/order/change-order';

/** The page then shows the new invoice; or the form shows again what was typed, and what was wrong. */
export const correctInvoice = async (previous: InvoiceFormState, form: FormData): Promise<InvoiceFormState> =>
  staffFormAction(
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
