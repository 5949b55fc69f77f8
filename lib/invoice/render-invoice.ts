import { buffer } from 'node:stream/consumers';
import { supportedLanguage } from '../locale/languages';
import { invoiceTranslator } from '../locale/invoice-messages';
import { documentFaces, type StyledText } from '../pdf/document-faces';
import { normalized } from '../pdf/normalized';
import { contentWidth, page, type Pages, pagesOf, taggedDocument } from '../pdf/tagged-pages';
import { drawInvoice, part, titleOf } from './draw-invoice';
import type { InvoiceDocument } from './invoice-document';

/** Draws an invoice or a credit note as a tagged PDF (PDF/UA-1). The same document is always drawn with the same content. */
export async function renderInvoice(document: InvoiceDocument): Promise<Uint8Array> {
  const language = supportedLanguage(document.content.language);
  const t = invoiceTranslator(language);
  // The library writes the title into XML without escaping it.
  const title = normalized(titleOf(t, document)).replace(/[<>&\s]+/g, ' ');
  const faces = await documentFaces(textsOf(document));
  const options = { language, title, createdAt: document.issuedAt, faces };
  const pdf = taggedDocument(options);
  const pages = pagesOf(pdf, options);
  const whole = pdf.struct('Document');
  pdf.addStructure(whole);
  pages.next();
  whole.add(drawInvoice({ document, t, language, pages }));
  whole.end();
  drawFooters(pages, (text) => part({ language }, 'quiet', 8.5, text), document.number);
  pdf.end();
  return buffer(pdf);
}

/** The texts that do not come from us, for their fonts. */
function textsOf({ content, buyer }: InvoiceDocument): StyledText[] {
  const { language, sellerLanguage, seller, lines } = content;
  const regular = (text: string, lang = language) => ({ text, language: lang, weight: 'regular' as const });
  return [
    { text: seller.name, language: sellerLanguage, weight: 'bold' },
    regular(seller.address, sellerLanguage),
    ...[buyer?.name ?? '', buyer?.company ?? '', buyer?.address ?? ''].map((text) => regular(text)),
    ...lines.flatMap(({ text, details, lang }) => [regular(text, lang), regular(details, lang)]),
  ];
}

/** The number of the document, and that of the page, on each. */
function drawFooters(pages: Pages, quiet: (text: string) => ReturnType<typeof part>, number: string): void {
  const { start, count } = pages.document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pages.document.switchToPage(start + index);
    const [line] = pages.lines([quiet(`${number} · ${index + 1}/${count}`)], contentWidth);
    if (line === undefined) continue;
    pages.artifact('Pagination', () => {
      pages.place(line, page.margin, page.height - page.margin - line.height);
    });
  }
}
