import { formatAmount } from '@/lib/money/money';
import { dayOf, drawFacts, drawIssuer, drawLine, drawNumber, type Fact, own } from './sheet-parts';
import { part, type SheetContext } from './sheet-style';
import type { Element } from '@/lib/pdf/tagged-pages';

/** What is said once for the whole order: the issuer, the booking number, what was bought, and its price. */
export function drawOrder(context: SheetContext): Element {
  const { sheet, t, pages } = context;
  const elements = [
    ...drawIssuer(context),
    drawNumber(context, t('document.booking'), sheet.bookingNumber),
    ...drawFacts(context, factsOf(context)),
  ];
  drawLine(context);
  return pages.document.struct('Sect', {}, elements);
}

function factsOf(context: SheetContext): Fact[] {
  const { sheet, t, language } = context;
  const { quantity, unitAmount, discount, totalAmount, totalAmountExclTax } = sheet;
  const amount = (value: string) => formatAmount(value, language);
  const text = (value: string) => part('text', 10.5, own(context, value));
  const price: Fact = [t('document.price'), [text(`${quantity} × ${amount(unitAmount)}`)]];
  const discountFact = (one: NonNullable<typeof discount>): Fact =>
    one.complimentary
      ? [t('document.complimentary'), [text(`−${amount(one.amount)}`)]]
      : [t('document.discount'), [text(`−${amount(one.amount)} (${one.code})`)]];
  return [
    [t('document.orderedOn'), [text(dayOf(context, sheet.orderedAt))]],
    [t('document.tickets'), [text(`${quantity} × `), part('text', 10.5, sheet.productName)]],
    ...(quantity === 1 && discount === null ? [] : [price]),
    ...(discount === null ? [] : [discountFact(discount)]),
    [
      t('document.total'),
      [text(`${amount(totalAmount)} (${amount(totalAmountExclTax)} ${t('document.exclTax')})`)],
    ],
  ];
}
