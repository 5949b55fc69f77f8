import { emailTranslator } from '../../../locale/email-messages';
import type { Language } from '../../../locale/languages';
import { seatsText } from '../../../locale/seat-text';
import { ticketMoment, visitChange } from '../../../locale/ticket-moment';
import type { EmailLine } from '../../../mail/purchase-table';
import type { Line, LineTicket } from '../../values/checkout-values';

/** What was bought, in words. */
export function emailLines(lines: readonly Line[], language: Language): EmailLine[] {
  let before = '';
  const detailOf = (line: Line, ticket: LineTicket) => {
    const name = ticket.event?.name ?? ticket.name;
    const venue = ticket.event?.venue ?? '';
    // The place of the ticket above is not named again.
    const place = venue === before ? '' : venue;
    before = venue;
    return [
      name,
      place,
      momentOf(line, ticket, language),
      seatsText(ticket.seats, language),
      changeText(line, ticket, language),
    ]
      .filter((part) => part !== '')
      .join(' · ');
  };
  return lines.map((line) => ({
    quantity: line.quantity,
    title: line.productName,
    details: line.tickets.map((ticket) => detailOf(line, ticket)),
    totalAmount: line.totalAmount,
  }));
}

function momentOf(line: Line, ticket: LineTicket, language: Language): string {
  const { day, time } = ticketMoment(line, ticket, language);
  return day === '' ? '' : `${day}, ${time ?? emailTranslator(language)('email.anyTime')}`;
}

function changeText(line: Line, ticket: LineTicket, language: Language): string {
  const change = visitChange(line, ticket, language);
  return change === null ? '' : emailTranslator(language)('email.visitChange', change);
}
