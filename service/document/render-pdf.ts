import { buffer } from 'node:stream/consumers';
import { supportedLanguage } from '@/lib/locale/languages';
import { serviceTranslator } from '@/lib/locale/service-messages';
import { documentFaces } from '@/lib/pdf/document-faces';
import { drawBooking } from './draw-booking';
import { drawCreditNote, titleOf } from './draw-credit-note';
import { drawOrder } from './draw-order';
import { drawTicket } from './draw-ticket';
import { normalized } from '@/lib/pdf/normalized';
import { part, type SheetContext, textsOf } from './sheet-style';
import {
  contentWidth,
  type Element,
  page,
  type PagesOptions,
  pagesOf,
  taggedDocument,
} from '@/lib/pdf/tagged-pages';
import type { BookingSheet, DocumentSheet } from './ticket-sheet';

/** Renders a document as a tagged PDF. */
export async function renderPdf(given: DocumentSheet | BookingSheet): Promise<Uint8Array> {
  const sheets = given.kind === 'booking' ? given.sheets : [given];
  const [sheet] = sheets;
  if (sheet === undefined) throw new Error('a document has a content');
  const language = supportedLanguage(sheet.language);
  const t = serviceTranslator(language);
  const faces = await documentFaces(sheets.flatMap(textsOf));
  const [label, number, createdAt] =
    sheet.kind === 'tickets'
      ? ([t('document.tickets'), sheet.bookingNumber, sheet.orderedAt] as const)
      : ([t(titleOf(sheet)), sheet.number, sheet.issuedAt] as const);
  // The library writes the title into XML without escaping it.
  const title = normalized(`${label} ${number}`)
    .replace(/[<>&\s]+/g, ' ')
    .trim();
  const options: PagesOptions = { language, title, createdAt, faces };
  const document = taggedDocument(options);
  const pages = pagesOf(document, options);
  const whole = document.struct('Document');
  document.addStructure(whole);
  pages.next();
  for (const element of elementsOf(given, { t, language, pages, faces })) whole.add(element);
  whole.end();
  drawFooters({ sheet, t, language, pages, faces }, number);
  document.end();
  return buffer(document);
}

/** Of tickets: what is said of the whole order, then each ticket. */
function elementsOf(sheet: DocumentSheet | BookingSheet, context: Omit<SheetContext, 'sheet'>): Element[] {
  if (sheet.kind === 'booking') return drawBooking(sheet.sheets.map((one) => ({ ...context, sheet: one })));
  if (sheet.kind === 'credit_note') return [drawCreditNote({ ...context, sheet })];
  const ofTickets: SheetContext = { ...context, sheet };
  return [
    drawOrder(ofTickets),
    ...sheet.tickets.map((ticket, index) =>
      drawTicket(ofTickets, ticket, { number: index + 1, count: sheet.tickets.length, seller: null }),
    ),
  ];
}

/** The number of the document, and that of the page, on each. */
function drawFooters({ language, pages }: SheetContext<DocumentSheet>, documentNumber: string): void {
  const { document } = pages;
  const { start, count } = document.bufferedPageRange();
  const footer = (text: string) => pages.lines([part('quiet', 8.5, { text, language })], contentWidth);
  const named = (number: string) => {
    const lines = footer(documentNumber === '' ? number : `${documentNumber} · ${number}`);
    // A reference of another client may have 255 characters.
    return lines.length > 1 ? footer(number) : lines;
  };
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(start + index);
    const [line] = named(`${index + 1}/${count}`);
    if (line === undefined) continue;
    pages.artifact('Pagination', () => {
      pages.place(line, page.margin, page.height - page.margin - line.height);
    });
  }
}
