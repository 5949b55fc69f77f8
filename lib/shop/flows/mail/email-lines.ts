import { emailTranslator } from '../../../locale/email-messages';
import type { Language } from '../../../locale/languages';
import { returnSentence } from '../../../locale/return-sentence';
import { seatsText } from '../../../locale/seat-text';
import { addressAfterName } from '../../../locale/venue-address';
import { ticketMoment, visitChange } from '../../../locale/ticket-moment';
import type { Detail } from '../../../mail/email-page';
import type { EmailLine } from '../../../mail/purchase-table';
import { groupTitle, lineGroups, nameInGroup } from '../../rules/line-groups';
import { listAmount } from '../../rules/list-amount';
import { visitsOf } from '../../rules/order-of-time';
import { returnTermsOf } from '../../rules/return-terms';
import type { Line, LineTicket } from '../../values/checkout-values';

/** What is said of the visits of a line. `title`: what is said above it already. */
type DetailsOf = (line: Line, title?: string) => Detail[];

function detailsWriter(language: Language): DetailsOf {
  let before = '';
  return (line, title = '') =>
    visitsOf(line).flatMap((ticket) => {
      const name = ticket.event?.name ?? ticket.name;
      const venue = placeOf(ticket, language);
      // The place of the ticket above is not named again.
      const place = venue.join('\n') === before ? [] : venue;
      before = venue.join('\n');
      const seats = title === '' ? seatsText(ticket.seats, language) : '';
      const about = [name === title ? '' : name, ticket.sessionName ?? '', seats];
      const moment = momentOf(line, ticket, language);
      return [
        ...(moment === '' ? [] : [{ bold: moment }]),
        ...[changeText(line, ticket, language), joined(about, ' · '), ...place].filter((part) => part !== ''),
      ];
    });
}

const lineWith = (line: Line, details: Detail[]): EmailLine => ({
  quantity: line.quantity,
  title: line.productName,
  details,
  totalAmount: listAmount(line),
});

/** What was bought, in words. */
export function emailLines(lines: readonly Line[], language: Language): EmailLine[] {
  const detailsOf = detailsWriter(language);
  return lines.map((line) => lineWith(line, detailsOf(line)));
}

/** The same, where what several lines are for, and when, is said once above them, and a tariff has one line. */
export function emailLineGroups(lines: readonly Line[], language: Language): EmailLine[] {
  const detailsOf = detailsWriter(language);
  return lineGroups(lines).flatMap((group) => {
    const title = groupTitle(group);
    if (group.length < 2 || title === '') return group.map((line) => lineWith(line, detailsOf(line)));
    return group.map((line, index) => {
      const seats = visitsOf(line).map((ticket) => seatsText(ticket.seats, language));
      const own = lineWith(
        line,
        seats.filter((text) => text !== ''),
      );
      const named = { ...own, title: nameInGroup(line, title) };
      return index > 0 ? named : { ...named, above: { title, details: detailsOf(line, title) } };
    });
  });
}

/** The name and the address of the venue, and where one meets there; empty: not known. */
function placeOf({ event }: LineTicket, language: Language): string[] {
  const { venue: name = null, address = '', meetingPoint: place } = event ?? {};
  return [
    ...(name === null ? [] : [joined([name, addressAfterName({ name, address })], ', ')]),
    ...(place === undefined ? [] : [emailTranslator(language)('checkout.items.meetingPoint', { place })]),
  ];
}

const joined = (parts: readonly string[], between: string) =>
  parts.filter((part) => part !== '').join(between);

/** How the lines can be cancelled and exchanged: one sentence, or one for each product if they differ. */
export function emailReturns(lines: readonly Line[], language: Language): string[] {
  const translate = emailTranslator(language);
  const t: Parameters<typeof returnSentence>[0] = (key, values) =>
    translate(`cancellation.rule.${key}`, values);
  const told = lines.map(
    (line) => [line.productName, returnSentence(t, returnTermsOf(line), language)] as const,
  );
  const texts = new Set(told.map(([, text]) => text));
  if (texts.size === 1) return [...texts].filter((text) => text !== null);
  return [...new Set(told.flatMap(([name, text]) => (text === null ? [] : `${name}: ${text}`)))];
}

function momentOf(line: Line, ticket: LineTicket, language: Language): string {
  const { day, time } = ticketMoment(line, ticket, language);
  const t = emailTranslator(language);
  if (line.giftCard === true) return t('email.validUntil', { day });
  return day === '' ? '' : `${day}, ${time ?? t('email.anyTime')}`;
}

function changeText(line: Line, ticket: LineTicket, language: Language): string {
  const change = visitChange(line, ticket, language);
  return change === null ? '' : emailTranslator(language)('email.visitChange', change);
}
