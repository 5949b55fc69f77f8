import type { Language } from '../locale/languages';
import { formatDay, venueDay, venueTime, venueZone } from '../locale/venue-time';
import type { LetterLine } from '../mail/order-letters';
import { wordings } from '../mail/wordings';
import type { Line, LineTicket } from './checkout';

/** What was bought, as a letter tells it. */
export function letterLine(line: Line, language: Language): LetterLine {
  const { quantity, productName, totalAmount, tickets } = line;
  const details = tickets.map((ticket) =>
    [ticket.event?.name ?? ticket.name, ticket.event?.venue ?? '', momentOf(line, ticket, language)]
      .filter((part) => part !== '')
      .join(' · '),
  );
  return { quantity, title: productName, details, totalAmount };
}

function momentOf({ date, timezone }: Line, { occursAt }: LineTicket, language: Language): string {
  if (occursAt === null)
    return date === null ? '' : `${formatDay(date, language, 'long')}, ${wordings[language].anyTime}`;
  const zone = timezone ?? undefined;
  return `${formatDay(venueDay(occursAt, zone), language, 'long')}, ${venueTime(occursAt, zone)}`;
}

/** The clocks by which its times are told. */
export function zonesOf({ tickets, timezone }: Line): string[] {
  return tickets.flatMap(({ occursAt }) =>
    occursAt === null ? [] : venueZone(occursAt, timezone ?? undefined),
  );
}
