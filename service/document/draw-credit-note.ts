import { formatAmount } from '@/lib/money/money';
import {
  dayOf,
  drawFacts,
  drawIssuer,
  drawLine,
  drawNumber,
  type Fact,
  own,
  paragraph,
  whenOf,
} from './sheet-parts';
import { part, type SheetContext } from './sheet-style';
import { contentWidth, type Element } from '@/lib/pdf/tagged-pages';
import type { CreditNoteSheet, SheetAdmission } from './ticket-sheet';

type Context = SheetContext<CreditNoteSheet>;

/** The document of a cancellation or an exchange: whose it is, what was cancelled, and what is refunded. */
export function drawCreditNote(context: Context): Element {
  const { sheet, t, pages } = context;
  const head = [
    ...drawIssuer(context),
    drawNumber(context, t(titleOf(sheet)), sheet.number),
    ...drawFacts(context, headFacts(context)),
  ];
  drawLine(context);
  const title = sheet.isExchange ? 'document.exchangedTickets' : 'document.cancelledTickets';
  const cancelled = part('display', 14, own(context, t(title)));
  const lines = [
    paragraph(context, 'H2', pages.lines([cancelled], contentWidth), 6),
    paragraph(context, 'P', productLines(context), 4),
    ...sheet.admissions.map((admission) => paragraph(context, 'P', admissionLines(context, admission), 4)),
  ];
  drawLine(context);
  const amounts = drawFacts(context, amountFacts(context));
  return pages.document.struct('Sect', {}, [...head, ...lines, ...amounts]);
}

/** Not “credit note”: that is what the seller issues for an invoice. */
export const titleOf = ({ isExchange }: CreditNoteSheet) =>
  isExchange ? 'document.exchange' : 'document.cancellation';

function headFacts(context: Context): Fact[] {
  const { sheet, t } = context;
  const text = (value: string) => [part('text', 10.5, own(context, value))];
  return [
    [t('document.issuedOn'), text(dayOf(context, sheet.issuedAt))],
    [t('document.customer'), text(sheet.customer.join(' · '))],
    [t('document.booking'), text(sheet.bookingNumber)],
    [t('document.orderedOn'), text(dayOf(context, sheet.orderedAt))],
  ];
}

function productLines(context: Context) {
  const { sheet, pages } = context;
  const count = part('text', 11, own(context, `${sheet.quantity} × `));
  return pages.lines([count, part('text', 11, sheet.productName)], contentWidth);
}

function admissionLines(context: Context, admission: SheetAdmission) {
  const [day, time] = whenOf(context, admission);
  const parts = [
    part('quiet', 10, admission.eventName),
    part('quiet', 10, own(context, ` · ${day} · `)),
    ...time.map((text) => part('quiet', 10, text)),
  ];
  return context.pages.lines(parts, contentWidth);
}

function amountFacts(context: Context): Fact[] {
  const { sheet, t, language } = context;
  const amount = (value: string, style: 'text' | 'display' = 'text') => [
    part(style, 10.5, own(context, formatAmount(value, language))),
  ];
  return [
    [t('document.paid'), amount(sheet.paidAmount)],
    [
      t(sheet.isExchange ? 'document.creditedTotal' : 'document.refundTotal'),
      amount(sheet.refundAmount, 'display'),
    ],
    // Of the total above.
    [t('document.refundExclTax'), amount(sheet.refundAmountExclTax)],
    [t('document.refundTax'), amount(sheet.refundAmountTax)],
  ];
}
