import { emailTranslator } from '../../../locale/email-messages';
import type { Language } from '../../../locale/languages';
import { formatDay, venueDay, venueTime } from '../../../locale/venue-time';
import { compareAmounts, subtractAmounts, sumAmounts } from '../../../money/money';
import { paymentLine, type PaymentLine } from '../../../payment/payment';
import type { Checkout } from '../../rules/checkout';
import type { Line } from '../../values/checkout-values';

/**
 * The lines of the payment page; their sum is exactly what is charged. A booking fee gets a line of its own; the
 * provider has no line for a discount, so then everything is one line.
 */
export function pageLines(checkout: Checkout, amount: string, lines: readonly Line[]): PaymentLine[] {
  const { language, reference } = checkout;
  const fee = subtractAmounts(amount, sumAmounts(lines.map(({ totalAmount }) => totalAmount)));
  if (compareAmounts(fee, '0.00') < 0) {
    const description = lines.map(({ quantity, productName }) => `${quantity} × ${productName}`).join(', ');
    return [{ name: reference, description, unitAmount: amount, quantity: 1 }];
  }
  const items = lines.map((line) => {
    const { productName, unitAmount, quantity, totalAmount } = line;
    const name = productName === '' ? reference : productName;
    return paymentLine({ name, description: when(line, language), unitAmount, quantity }, totalAmount);
  });
  if (compareAmounts(fee, '0.00') === 0) return items;
  const name = emailTranslator(language)('checkout.items.fee');
  return [...items, { name, description: '', unitAmount: fee, quantity: 1 }];
}

/** "Harbour walk, Saturday 21 November, 14:30 · …" */
function when({ timezone: zone, date, tickets }: Line, language: Language): string {
  const timezone = zone ?? undefined;
  const times = tickets.flatMap(({ event, occursAt }) => {
    if (event === null || occursAt === null) return [];
    return `${event.name}, ${formatDay(venueDay(occursAt, timezone), language, 'long')}, ${venueTime(occursAt, timezone)}`;
  });
  if (times.length > 0) return times.join(' · ');
  return date === null ? '' : formatDay(date, language, 'long');
}
