import type { ServiceTranslate } from '@/lib/locale/service-messages';
import type { DocumentFaces, StyledText } from '@/lib/pdf/document-faces';
import type { Pages } from '@/lib/pdf/tagged-pages';
import type { Part } from '@/lib/pdf/text-lines';
import type { DocumentSheet, SheetAdmission, SheetText, TicketSheet } from './ticket-sheet';

export const ink = '#1c1a17';
export const quiet = '#5c574f';
export const rule = '#b9b2a6';

/** What the parts of a document are made with. */
export interface SheetContext<Sheet extends DocumentSheet = TicketSheet> {
  sheet: Sheet;
  t: ServiceTranslate;
  /** The language of the labels, dates and amounts. */
  language: string;
  pages: Pages;
  faces: DocumentFaces;
}

const styles = {
  display: { weight: 'bold', color: ink },
  text: { weight: 'regular', color: ink },
  quiet: { weight: 'regular', color: quiet },
} as const;

type StyleName = keyof typeof styles;

/** A text in a style of the document. */
export function part(style: StyleName, size: number, { text, language }: SheetText): Part {
  return { ...styles[style], size, text, language };
}

/** Every text of a sheet that does not come from us, in the weights in which it is drawn. */
export function textsOf(sheet: DocumentSheet): StyledText[] {
  const { issuer, issuerLanguage } = sheet;
  const inIssuerLanguage = (text: string): SheetText => ({ text, language: issuerLanguage });
  const bold = [
    inIssuerLanguage(issuer.name),
    inIssuerLanguage(sheet.bookingNumber),
    ...(sheet.kind === 'tickets' ? sheet.tickets.flatMap(namesOf) : []),
    ...(sheet.kind === 'tickets'
      ? sheet.tickets.flatMap(({ seat }) =>
          seat === null ? [] : [seat.section, inIssuerLanguage(`${seat.row} ${seat.number}`)],
        )
      : []),
  ];
  const regular = [
    ...[issuer.address, issuer.email ?? '', issuer.taxNumber ?? '', sheet.bookingNumber].map(
      inIssuerLanguage,
    ),
    sheet.productName,
    ...(sheet.kind === 'tickets'
      ? sheet.tickets.flatMap(({ name, holder, venue, answers }) => [
          name,
          inIssuerLanguage(holder),
          ...(venue === null ? [] : [inIssuerLanguage(`${venue.name}, ${venue.address}`)]),
          ...answers.flatMap(({ label, value }) => [label, value]),
        ])
      : [...sheet.customer.map(inIssuerLanguage), ...sheet.admissions.flatMap(namesOf)]),
  ];
  return [
    ...bold.map((text) => ({ ...text, weight: 'bold' as const })),
    ...regular.map((text) => ({ ...text, weight: 'regular' as const })),
  ];
}

function namesOf({ eventName, sessionName }: SheetAdmission): SheetText[] {
  return sessionName === null ? [eventName] : [eventName, sessionName];
}

/** The locale for dates in a language: the issuers are in Europe, so English uses the 24-hour clock. */
export function conventions(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}
