import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import barcodes from 'bwip-js/node';
import PDFDocument from 'pdfkit';
import { formatAmount } from '@/lib/money/money';
import { type Labels, labelsIn } from './labels';
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

let fonts: Promise<{ display: Buffer; text: Buffer }> | undefined;

/** Renders the tickets of an order as a tagged PDF, three on a page. */
export async function renderPdf(sheet: TicketSheet): Promise<Uint8Array> {
  fonts ??= readFonts();
  const faces = await fonts;
  const labels = labelsIn(sheet.language);
  const document = new PDFDocument({
    size: 'A4',
    margin: page.margin,
    autoFirstPage: false,
    tagged: true,
    lang: sheet.language,
    displayTitle: true,
    info: {
      Title: `${labels.tickets} ${sheet.orderReference}`,
      Author: sheet.issuer.name,
      CreationDate: sheet.orderedAt,
    },
  });
  document.registerFont('display', faces.display).registerFont('text', faces.text);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((done, fail) => {
    document.once('end', done);
    document.once('error', fail);
  });
  sheet.tickets.forEach((ticket, index) => {
    if (index % perPage === 0) {
      document.addPage();
      tagged(document, 'Sect', () => drawHead(document, sheet, labels));
    }
    const top = firstTop + (index % perPage) * (ticketBox.height + ticketBox.gap);
    tagged(document, 'Sect', () => drawTicket(document, sheet, ticket, { labels, top, index }));
    drawStub(document, ticket, { labels, top });
  });
  document.end();
  await finished;
  return Buffer.concat(chunks);
}

async function readFonts() {
  const [one, other] = await Promise.all([
    readFile(require.resolve(display)),
    readFile(require.resolve(text)),
  ]);
  return { display: one, text: other };
}

type Pdf = PDFKit.PDFDocument;

function tagged(document: Pdf, type: 'Sect', draw: () => void): void {
  const section = document.struct(type);
  document.addStructure(section);
  section.add(document.struct('P', {}, [draw]));
  section.end();
}

function drawHead(document: Pdf, sheet: TicketSheet, labels: Labels): void {
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
    .text(contactOf(sheet, labels), { width, height: 14, ellipsis: true })
    .moveDown(0.5)
    .fillColor(ink)
    .text(`${labels.order} ${sheet.orderReference} · ${labels.orderedOn} ${date.format(sheet.orderedAt)}`, {
      width,
    })
    .text(
      `${sheet.quantity} × ${sheet.productName} · ${labels.total} ${formatAmount(sheet.totalAmount, sheet.language)} (${formatAmount(sheet.totalAmountExclTax, sheet.language)} ${labels.exclTax})`,
      { width, height: 14, ellipsis: true },
    );
}

function contactOf({ issuer }: TicketSheet, labels: Labels): string {
  const tax = issuer.taxNumber === null ? null : `${labels.taxNumber} ${issuer.taxNumber}`;
  return [issuer.address, issuer.email, tax].filter((part) => part !== null && part !== '').join(' · ');
}

interface Place {
  labels: Labels;
  top: number;
}

function drawTicket(
  document: Pdf,
  sheet: TicketSheet,
  ticket: SheetTicket,
  { labels, top, index }: Place & { index: number },
): void {
  const width = page.width - 2 * page.margin;
  const left = page.margin + 18;
  const column = { width: width - ticketBox.stub - 36, ellipsis: true };
  document.lineWidth(0.8).strokeColor(ink).rect(page.margin, top, width, ticketBox.height).stroke();
  document
    .font('text', 9.5)
    .fillColor(quiet)
    .text(`${labels.part} ${index + 1}/${sheet.tickets.length} · ${ticket.name}`, left, top + 16, {
      ...column,
      height: 13,
    })
    .font('display', 19)
    .fillColor(ink)
    .text(ticket.eventName, left, top + 32, { ...column, height: 48, lineGap: -2 });
  const [day, time] = whenOf(sheet, ticket, labels);
  document
    .font('display', 13)
    .text(day, left, top + 86, { ...column, height: 17 })
    .text(time, left, top + 103, { ...column, height: 17 });
  const venue = ticket.venue === null ? '' : `${ticket.venue.name}, ${ticket.venue.address}`;
  document
    .font('text', 9.5)
    .text(venue, left, top + 126, { ...column, height: 26 })
    .text(`${labels.holder} · ${ticket.holder}`, left, top + 156, { ...column, height: 13 })
    .text(
      `${labels.price} · ${formatAmount(sheet.unitAmount, sheet.language)} · ${sheet.productName}`,
      left,
      top + 171,
      {
        ...column,
        height: 13,
      },
    );
}

/** The day and the time as people of the language write them, in the venue's time. */
function whenOf(sheet: TicketSheet, ticket: SheetTicket, labels: Labels): [string, string] {
  const { language, timezone } = sheet;
  if (ticket.occursAt === null) {
    const noon = new Date(`${ticket.date}T12:00:00Z`);
    return [
      new Intl.DateTimeFormat(conventions(language), { dateStyle: 'full', timeZone: 'UTC' }).format(noon),
      labels.anyTime,
    ];
  }
  const day = new Intl.DateTimeFormat(conventions(language), { dateStyle: 'full', timeZone: timezone });
  const time = new Intl.DateTimeFormat(conventions(language), { timeStyle: 'short', timeZone: timezone });
  const name = ticket.sessionName === null ? '' : ` · ${ticket.sessionName}`;
  return [day.format(ticket.occursAt), `${time.format(ticket.occursAt)} (${labels.venueTime})${name}`];
}

/** The part that is torn off: the QR code, and the same code for people. */
function drawStub(document: Pdf, ticket: SheetTicket, { labels, top }: Place): void {
  const left = page.width - page.margin - ticketBox.stub;
  const size = 112;
  const figure = document.struct('Figure', { alt: `${labels.qrCode} ${ticket.code}` }, [
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
  const options = { bcid: 'qrcode', text: code, eclevel: 'M' };
  const [symbol] = barcodes.raw(options);
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('the QR code was not drawn');
  const side = size / symbol.pixx;
  symbol.pixs.forEach((dark: number, i: number) => {
    if (dark !== 1) return;
    document.rect(x + (i % symbol.pixx) * side, y + Math.floor(i / symbol.pixx) * side, side, side);
  });
  document.fill(ink);
}

/** How dates are written in a language: the issuers are in Europe, where English has a day of 24 hours. */
function conventions(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}
