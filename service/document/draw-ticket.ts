import { encodeQR } from 'qr';
import { addressAfterName } from '@/lib/locale/venue-address';
import { momentOf, whenOf } from './sheet-parts';
import { ink, part, rule, type SheetContext } from './sheet-style';
import { type Content, contentWidth, type Element, page } from '@/lib/pdf/tagged-pages';
import type { Line, Part } from '@/lib/pdf/text-lines';
import type { SheetText, SheetTicket } from './ticket-sheet';

const stub = 176;
const padding = 16;
const gap = 18;
const left = page.margin + padding;
const textWidth = contentWidth - stub - 2 * padding;
const stubLeft = page.margin + contentWidth - stub;
// Codes of our length have 21 modules; with the four on each side that every reader needs, 29 of 5.2 points.
const qrSide = 151;

interface Block {
  tag: 'P' | 'H2';
  lines: Line[];
  /** The room below it. */
  gap: number;
}

/** Which ticket of the document it is. `seller`: who sells it; null: who sells all. */
interface TicketPlace {
  number: number;
  count: number;
  seller: string | null;
}

/** A ticket: its text at the left, the code that is scanned at the right, if it is valid. A long one goes on on the next page. */
export function drawTicket(context: SheetContext, ticket: SheetTicket, place: TicketPlace): Element {
  const { pages } = context;
  const { document } = pages;
  const blocks = blocksOf(context, ticket, place);
  const mark = markOf(context, ticket);
  const stubHeight = 12 + qrSide + heightOf(mark) + 10;
  const textHeight = blocks.reduce((sum, { lines, gap: below }) => sum + heightOf(lines) + below, 0);
  const needed = Math.max(stubHeight, textHeight + 2 * padding);
  // A ticket is not divided if it fits on a page.
  if (pages.room() < Math.min(needed, pages.wholeRoom)) pages.next();

  let top = pages.y;
  const stubBottom = top + stubHeight;
  const figures = ticket.voided !== null ? [] : [drawQr(context, ticket, top + 12)];
  const label = drawMark(context, mark, top + 12 + (ticket.voided !== null ? qrSide / 2 : qrSide));
  // The height of the code at least, on the first page.
  let least = stubBottom;
  const frame = (end: number) => {
    pages.artifact('Layout', () => {
      if (least > 0) {
        document.lineWidth(0.8).strokeColor(rule).dash(3, { space: 3 });
        document
          .moveTo(stubLeft, top + 1)
          .lineTo(stubLeft, end - 1)
          .stroke()
          .undash();
      }
      document
        .lineWidth(0.8)
        .strokeColor(ink)
        .rect(page.margin, top, contentWidth, end - top)
        .stroke();
    });
  };
  pages.y += padding;
  const elements = blocks.map(({ tag, lines, gap: below }) => {
    const element = pages.draw(tag, lines, left, () => {
      frame(Math.max(pages.y + padding / 2, least));
      least = 0;
      top = page.margin - padding / 2;
    });
    pages.y += below;
    return element;
  });
  const end = Math.max(pages.y + padding / 2, least);
  frame(end);
  pages.y = end + gap;
  return document.struct(
    'Sect',
    {},
    ticket.voided !== null ? [label, ...elements] : [...elements, ...figures, label],
  );
}

/** What is in the place for the code: the readable code below the other one, or why the ticket is void. */
function markOf({ pages, t, language }: SheetContext, { code, voided }: SheetTicket): Line[] {
  const text = voided === null ? code : t(`document.${voided}`);
  return pages.lines([part('display', voided === null ? 13 : 18, { text, language })], stub - 16);
}

function drawMark(context: SheetContext, mark: readonly Line[], top: number): Element {
  const { pages } = context;
  let y = top;
  const content = pages.content('P', () => {
    for (const line of mark) {
      pages.place(line, stubLeft + (stub - widthOf(line, context)) / 2, y);
      y += line.height;
    }
  });
  return pages.document.struct('P', {}, [content]);
}

function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { height }) => sum + height, 0);
}

function widthOf({ runs }: Line, { pages }: SheetContext): number {
  return runs.reduce((sum, { face, part: { size }, text }) => {
    return sum + pages.document.font(face.name, size).widthOfString(text);
  }, 0);
}

function blocksOf(
  context: SheetContext,
  ticket: SheetTicket,
  { number, count, seller }: TicketPlace,
): Block[] {
  const { sheet, t, language, pages } = context;
  const own = (text: string): SheetText => ({ text, language });
  const block = (tag: Block['tag'], parts: readonly Part[], below: number): Block => ({
    tag,
    lines: pages.lines(parts, textWidth),
    gap: below,
  });
  const [day, time] = whenOf(context, ticket);
  const { venue } = ticket;
  const change = changeText(context, ticket);
  // The name of the only ticket of a product is often that of the product, or of the event above.
  const isPlain = [sheet.productName.text, ticket.eventName.text].includes(ticket.name.text);
  return [
    block('H2', [part('display', 19, ticket.eventName)], 2),
    block(
      'P',
      [
        part('quiet', 9.5, own(`${t('document.part')} ${number}/${count} · `)),
        // Which tariff it is: people keep the tickets of a family apart by it.
        part('text', 9.5, sheet.productName),
        ...(isPlain ? [] : [part('quiet', 9.5, own(' · ')), part('quiet', 9.5, ticket.name)]),
      ],
      8,
    ),
    block('P', [part('display', 13, own(day))], 0),
    block(
      'P',
      time.map((text) => part('display', 13, text)),
      change === '' ? 8 : 2,
    ),
    ...(change === '' ? [] : [block('P', [part('display', 13, own(change))], 8)]),
    ...(ticket.seat === null ? [] : [block('P', seatParts(context, ticket.seat), 8)]),
    ...(venue === null ? [] : [block('P', [venuePart(context, venue)], 8)]),
    ...(ticket.holder === '' ? [] : [block('P', holderParts(context, ticket.holder), 2)]),
    ...(seller === null
      ? []
      : [block('P', [part('quiet', 10, { text: seller, language: sheet.issuerLanguage })], 2)]),
    ...ticket.answers.map(({ label, value }) =>
      block('P', [part('quiet', 10, { ...label, text: `${label.text} · ` }), part('text', 10, value)], 2),
    ),
  ];
}

function holderParts({ t, language }: SheetContext, holder: string): Part[] {
  return [
    part('quiet', 10, { text: `${t('document.holder')} · `, language }),
    part('text', 10, { text: holder, language }),
  ];
}

/** The name and the address of the venue. */
function venuePart({ sheet }: SheetContext, venue: NonNullable<SheetTicket['venue']>): Part {
  const text = [venue.name, addressAfterName(venue)].filter((one) => one !== '').join(', ');
  return part('text', 10, { text, language: sheet.issuerLanguage });
}

/** Section, row and seat, as large as the event: people look for it in the dark. */
function seatParts({ t, language }: SheetContext, seat: NonNullable<SheetTicket['seat']>): Part[] {
  const { row, number } = seat;
  return [
    part('display', 19, seat.section),
    part('display', 19, { text: ` · ${t('document.seat', { row, number })}`, language }),
  ];
}

/** That the session of a valid ticket was called off or moved; empty: neither. */
function changeText(context: SheetContext, ticket: SheetTicket): string {
  const { change, voided } = ticket;
  if (change === null || voided !== null) return '';
  const from = change.what === 'moved' ? change.from : null;
  const moment = from === null ? '' : momentOf(context, from);
  return context.t('document.visitChange', { what: change.what, moment });
}

function drawQr({ pages, t }: SheetContext, { code }: SheetTicket, top: number): Element {
  const rows = encodeQR(code, 'raw', { ecc: 'medium', border: 4 });
  const side = qrSide / rows.length;
  const x = stubLeft + (stub - qrSide) / 2;
  const content: Content = pages.content('Figure', () => {
    rows.forEach((modules, row) => {
      for (let from = 0; from < modules.length; from += 1) {
        let to = from;
        while (modules[to] === true) to += 1;
        // One rectangle for all dark modules in a row, so that no light line is drawn between them.
        if (to > from) pages.document.rect(x + from * side, top + row * side, (to - from) * side, side);
        from = to;
      }
    });
    pages.document.fill(ink);
  });
  return pages.document.struct(
    'Figure',
    { alt: `${t('document.qrCode')} ${code}`, bbox: [x, top, x + qrSide, top + qrSide] },
    [content],
  );
}
