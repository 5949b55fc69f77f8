import { buffer } from 'node:stream/consumers';
import { supportedLanguage } from '@/lib/locale/languages';
import { serviceTranslator } from '@/lib/locale/service-messages';
import { documentFaces } from './document-faces';
import { drawOrder } from './draw-order';
import { drawTicket } from './draw-ticket';
import { normalized } from './normalized';
import { part, type SheetContext, textsOf } from './sheet-style';
import { contentWidth, page, type PagesOptions, pagesOf, taggedDocument } from './tagged-pages';
import type { TicketSheet } from './ticket-sheet';

/** Renders the document of an order as a tagged PDF: what is said of the whole order, then its tickets. */
export async function renderPdf(sheet: TicketSheet): Promise<Uint8Array> {
  const language = supportedLanguage(sheet.language);
  const t = serviceTranslator(language);
  const faces = await documentFaces(textsOf(sheet));
  // The library writes the title into XML without escaping it.
  const title = normalized(`${t('document.tickets')} ${sheet.bookingNumber}`)
    .replace(/[<>&\s]+/g, ' ')
    .trim();
  const options: PagesOptions = { language, title, createdAt: sheet.orderedAt, faces };
  const document = taggedDocument(options);
  const pages = pagesOf(document, options);
  const context: SheetContext = { sheet, t, language, pages, faces };
  const whole = document.struct('Document');
  document.addStructure(whole);
  pages.next();
  whole.add(drawOrder(context));
  sheet.tickets.forEach((ticket, index) => whole.add(drawTicket(context, ticket, index)));
  whole.end();
  drawFooters(context);
  document.end();
  return buffer(document);
}

/** The booking number and the number of the page, on each. */
function drawFooters({ sheet, language, pages }: SheetContext): void {
  const { document } = pages;
  const { start, count } = document.bufferedPageRange();
  const footer = (text: string) => pages.lines([part('quiet', 8.5, { text, language })], contentWidth);
  const named = (number: string) => {
    const lines = footer(`${sheet.bookingNumber} · ${number}`);
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
