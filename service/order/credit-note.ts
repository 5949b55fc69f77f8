import { subtractAmounts } from '@/lib/money/money';
import type { CreditNoteSheet } from '../document/ticket-sheet';
import { paidForUnits } from '../reservation/discount';
import type { StoredCancellation } from './order';
import { type OrderToDraw, type SheetContext, sheetEntries } from './sheet-entries';

/** The content of the credit note of a cancellation, its texts in `language`. The reason is not printed. */
export async function creditNoteSheet(
  context: SheetContext,
  whole: OrderToDraw,
  cancellation: StoredCancellation,
  language: string,
): Promise<CreditNoteSheet> {
  const { order, reservation, tickets } = whole;
  const { common, admissionOf } = await sheetEntries(context, whole, language);
  const { customer } = order;
  const quantity = cancellation.units.length;
  return {
    ...common,
    kind: 'credit_note',
    number: cancellation.reference,
    issuedAt: cancellation.createdAt,
    customer: [`${customer.firstname} ${customer.lastname}`, customer.email],
    quantity,
    // The tickets of one unit: those of all units are alike.
    admissions: tickets.slice(0, reservation.tickets.length).map(admissionOf),
    paidAmount: paidForUnits(reservation, cancellation.units).inclTax,
    isExchange: cancellation.rebookedTo.length > 0,
    refundAmount: cancellation.refundAmount,
    refundAmountExclTax: cancellation.refundAmountExclTax,
    refundAmountTax: subtractAmounts(cancellation.refundAmount, cancellation.refundAmountExclTax),
  };
}
