import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { encodeQR } from 'qr';
import { supportedLanguage } from '@/lib/locale/languages';
import { serviceTranslator, type ServiceTranslate } from '@/lib/locale/service-messages';
import { formatAmount } from '@/lib/money/money';
import type { SheetTicket, TicketSheet } from './ticket-sheet';

const require = createRequire(import.meta.url);
const display = '@expo-google-fonts/bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf';
const text = '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf';

// A4 in points; three tickets fit below the head of a page.
const page = { width: 595, height: 842, margin: 40 };
const ticketBox = { height: 200, gap: 20, stub: 168 };
const firstTop = 150;
const perPage = 3;
const ink = '#1c1a17';
const quiet = '#5c574f';
const rule = '#b9b2a6';

declare global {
  // The types of pdfkit are a namespace, so only a namespace adds to them.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** A parsed font; the types of pdfkit have only its bytes. */
      registerFont(name: string, font: Font): this;
    }
  }
}

// Parsed once, because parsing takes longer than drawing a document.
let fonts: Promise<[Font, Font]> | undefined;

async function readFont(file: string): Promise<Font> {
  const font = create(await readFile(require.resolve(file)));
  if (!('layout' in font)) throw new Error(`${file} contains several fonts`);
  // A glyph is kept with the characters for which it was first read. A part of an accented letter is read for none, and
  // the text of later documents could not be copied where this letter stands alone.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}

/** Renders the tickets of an order as a tagged PDF, three on a page. */
export async function renderPdf(sheet: TicketSheet): Promise<Uint8Array> {
  fonts ??= Promise.all([readFont(display), readFont(text)]).catch((error: unknown) => {
    // A failure is not kept.
    fonts = undefined;
    throw error;
  });
  const [displayFont, textFont] = await fonts;
  const t = serviceTranslator(supportedLanguage(sheet.language));
  const document = new PDFDocument({
    size: 'A4',
    margin: page.margin,
    autoFirstPage: false,
    // Without the default font, which would be read for each document and not be used.
    font: '',
    tagged: true,
    lang: sheet.language,
    displayTitle: true,
    info: {
      Title: `${t('document.tickets')} ${sheet.orderReference}`,
      Author: sheet.issuer.name,
      CreationDate: sheet.orderedAt,
    },
  });
  document.registerFont('display', displayFont).registerFont('text', textFont);
  sheet.tickets.forEach((ticket, index) => {
    if (index % perPage === 0) {
      document.addPage();
      section(document, () => drawHead(document, sheet, t));
    }
    const top = firstTop + (index % perPage) * (ticketBox.height + ticketBox.gap);
    section(document, () => drawTicket(document, sheet, ticket, { t, top, index }));
    drawStub(document, ticket, { t, top });
  });
  document.end();
  return buffer(document);
}

type Pdf = PDFKit.PDFDocument;

function section(document: Pdf, draw: () => void): void {
  const part = document.struct('Sect');
  document.addStructure(part);
  part.add(document.struct('P', {}, [draw]));
  part.end();
}

function drawHead(document: Pdf, sheet: TicketSheet, t: ServiceTranslate): void {
  const width = page.width - 2 * page.margin;
  const date = new Intl.DateTimeFormat(conventions(sheet.language), {
    dateStyle: 'long',
    timeZone: sheet.timezone,
  });
  document
    .font('display', 22)
    .fillColor(ink)
    .text(sheet.issuer.name, page.margin, page.margin, { width, height: 28, ellipsis: true });
  document
    .font('text', 9.5)
    .fillColor(quiet)
    .text(contactOf(sheet, t), { width, height: 14, ellipsis: true })
    .moveDown(0.5)
    .fillColor(ink)
    .text(
      `${t('document.order')} ${sheet.orderReference} · ${t('document.orderedOn')} ${date.format(sheet.orderedAt)}`,
      {
        width,
      },
    )
    .text(
      `${sheet.quantity} × ${sheet.productName} · ${t('document.total')} ${formatAmount(sheet.totalAmount, sheet.language)} (${formatAmount(sheet.totalAmountExclTax, sheet.language)} ${t('document.exclTax')})`,
      { width, height: 14, ellipsis: true },
    );
}

function contactOf({ issuer }: TicketSheet, t: ServiceTranslate): string {
  const tax = issuer.taxNumber === null ? null : `${t('document.taxNumber')} ${issuer.taxNumber}`;
  return [issuer.address, issuer.email, tax].filter((part) => part !== null && part !== '').join(' · ');
}

interface Place {
  t: ServiceTranslate;
  top: number;
}

function drawTicket(
  document: Pdf,
  sheet: TicketSheet,
  ticket: SheetTicket,
  { t, top, index }: Place & { index: number },
): void {
  const width = page.width - 2 * page.margin;
  const left = page.margin + 18;
  const column = { width: width - ticketBox.stub - 36, ellipsis: true };
  document.lineWidth(0.8).strokeColor(ink).rect(page.margin, top, width, ticketBox.height).stroke();
  document
    .font('text', 9.5)
    .fillColor(quiet)
    .text(`${t('document.part')} ${index + 1}/${sheet.tickets.length} · ${ticket.name}`, left, top + 16, {
      ...column,
      height: 13,
    })
    .font('display', 19)
    .fillColor(ink)
    .text(ticket.eventName, left, top + 32, { ...column, height: 48, lineGap: -2 });
  const [day, time] = whenOf(sheet, ticket, t);
  document
    .font('display', 13)
    .text(day, left, top + 86, { ...column, height: 17 })
    .text(time, left, top + 103, { ...column, height: 17 });
  const venue = ticket.venue === null ? '' : `${ticket.venue.name}, ${ticket.venue.address}`;
  document
    .font('text', 9.5)
    .text(venue, left, top + 126, { ...column, height: 26 })
    .text(`${t('document.holder')} · ${ticket.holder}`, left, top + 156, { ...column, height: 13 })
    .text(
      `${t('document.price')} · ${formatAmount(sheet.unitAmount, sheet.language)} · ${sheet.productName}`,
      left,
      top + 171,
      {
        ...column,
        height: 13,
      },
    );
}

/** The day and the time in the format of the language, in the venue's time zone. */
function whenOf(sheet: TicketSheet, ticket: SheetTicket, t: ServiceTranslate): [string, string] {
  const { language, timezone } = sheet;
  if (ticket.occursAt === null) {
    const noon = new Date(`${ticket.date}T12:00:00Z`);
    return [
      new Intl.DateTimeFormat(conventions(language), { dateStyle: 'full', timeZone: 'UTC' }).format(noon),
      t('document.anyTime'),
    ];
  }
  const day = new Intl.DateTimeFormat(conventions(language), { dateStyle: 'full', timeZone: timezone });
  const time = new Intl.DateTimeFormat(conventions(language), { timeStyle: 'short', timeZone: timezone });
  const name = ticket.sessionName === null ? '' : ` · ${ticket.sessionName}`;
  return [day.format(ticket.occursAt), `${time.format(ticket.occursAt)} (${t('document.venueTime')})${name}`];
}

/** The part that is torn off: the QR code, and the same code in readable letters. */
function drawStub(document: Pdf, ticket: SheetTicket, { t, top }: Place): void {
  const left = page.width - page.margin - ticketBox.stub;
  const size = 112;
  const figure = document.struct('Figure', { alt: `${t('document.qrCode')} ${ticket.code}` }, [
    () => {
      document
        .lineWidth(0.8)
        .strokeColor(rule)
        .dash(3, { space: 3 })
        .moveTo(left, top + 1)
        .lineTo(left, top + ticketBox.height - 1)
        .stroke()
        .undash();
      drawQr(document, ticket.code, { x: left + (ticketBox.stub - size) / 2, y: top + 24, size });
    },
  ]);
  document.addStructure(figure);
  figure.end();
  const code = document.struct('P', {}, [
    () => {
      document
        .font('display', 13)
        .fillColor(ink)
        .text(ticket.code, left, top + 24 + size + 18, { width: ticketBox.stub, align: 'center' });
    },
  ]);
  document.addStructure(code);
  code.end();
}

function drawQr(document: Pdf, code: string, { x, y, size }: { x: number; y: number; size: number }): void {
  // The least border that can be asked for; the page has more white around the code.
  const border = 1;
  const rows = encodeQR(code, 'raw', { ecc: 'medium', border });
  const side = size / (rows.length - 2 * border);
  rows.forEach((modules, row) => {
    modules.forEach((isDark, column) => {
      if (isDark) document.rect(x + (column - border) * side, y + (row - border) * side, side, side);
    });
  });
  document.fill(ink);
}

/** The locale for dates in a language: the issuers are in Europe, so English uses the 24-hour clock. */
function conventions(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}
