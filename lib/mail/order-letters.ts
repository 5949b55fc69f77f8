import type { Language } from '../locale/languages';
import { compareAmounts, feeKind, formatAmount } from '../money/money';
import { page, type Block } from './letter-page';
import type { LetterReason, Wording } from './wording';
import { wordings } from './wordings';

export interface LetterLine {
  quantity: number;
  /** The product. */
  title: string;
  /** One for each ticket: event and time, in words. */
  details: readonly string[];
  totalAmount: string;
}

export interface OrderLetter {
  language: Language;
  reference: string;
  /** The guest's link to the order. */
  link: string;
}

export interface RenderedLetter {
  subject: string;
  text: string;
  html: string;
}

/** There is an order, with what was bought and the link to it; `ready`: its tickets are there, too. */
export function confirmationLetter(
  letter: OrderLetter & {
    lines: readonly LetterLine[];
    /** What is added to the lines (a fee), or below 0 taken off (a discount). */
    fees: string;
    total: string;
    zones: readonly string[];
    ready: boolean;
  },
): RenderedLetter {
  const { language, reference, link, lines, fees, total, ready } = letter;
  const words = wordings[language];
  const amount = (value: string) => formatAmount(value, language);
  const { subject, heading, introduction } = ready ? words.confirmation : words.preparing;
  const blocks: Block[] = [
    { kind: 'paragraph', text: introduction },
    {
      kind: 'table',
      rows: [
        ...lines.map((line) => ({
          title: `${line.quantity} × ${line.title}`,
          details: line.details,
          value: amount(line.totalAmount),
        })),
        ...feeRows(fees, language),
        { title: words.total, details: [], value: amount(total), strong: true },
      ],
    },
    { kind: 'link', text: ready ? words.openTickets : words.openOrder, url: link },
    { kind: 'small', text: words.keepLink },
    ...letter.zones.map((zone) => ({ kind: 'small' as const, text: words.venueTime(zone) })),
    ending(words, reference),
  ];
  return render(subject(reference), heading, blocks, language);
}

function feeRows(fees: string, language: Language): { title: string; details: string[]; value: string }[] {
  const kind = feeKind(fees);
  if (kind === null) return [];
  return [{ title: wordings[language][kind], details: [], value: formatAmount(fees, language) }];
}

/** The tickets that the confirmation did not have yet are there. */
export function ticketsReadyLetter({ language, reference, link }: OrderLetter): RenderedLetter {
  const words = wordings[language];
  const { subject, heading, introduction } = words.ticketsReady;
  const blocks: Block[] = [
    { kind: 'paragraph', text: introduction },
    { kind: 'link', text: words.openTickets, url: link },
    { kind: 'small', text: words.keepLink },
    ending(words, reference),
  ];
  return render(subject(reference), heading, blocks, language);
}

/** "We could not complete your order", with where the money is. */
export function refundLetter(letter: OrderLetter & { amount: string; reason: LetterReason }): RenderedLetter {
  const { language, reference, link, amount, reason } = letter;
  const words = wordings[language];
  const { subject, heading, introduction, when } = words.refund;
  const blocks: Block[] = [
    { kind: 'paragraph', text: `${introduction(formatAmount(amount, language))} ${when}` },
    { kind: 'paragraph', text: words.reasons[reason] },
    { kind: 'link', text: words.openOrder, url: link },
    ending(words, reference),
  ];
  return render(subject(reference), heading, blocks, language);
}

/** "We could not complete your order", and the amount that was set aside for it was let go. */
export function notChargedLetter(
  letter: OrderLetter & { amount: string; reason: LetterReason },
): RenderedLetter {
  const { language, reference, link, amount, reason } = letter;
  const words = wordings[language];
  const { subject, heading, introduction, pending } = words.notCharged;
  const isSetAside = compareAmounts(amount, '0.00') > 0;
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: isSetAside ? `${introduction} ${pending(formatAmount(amount, language))}` : introduction,
    },
    { kind: 'paragraph', text: words.reasons[reason] },
    { kind: 'link', text: words.openOrder, url: link },
    ending(words, reference),
  ];
  return render(subject(reference), heading, blocks, language);
}

/** The code of eight digits that shows somebody their orders. Without a link: whoever got it by mistake has nothing to press. */
export function codeLetter(letter: { language: Language; code: string; minutes: number }): RenderedLetter {
  const { language, code, minutes } = letter;
  const words = wordings[language];
  const { subject, heading, introduction, goodFor, ignore } = words.code;
  const blocks: Block[] = [
    { kind: 'paragraph', text: introduction },
    { kind: 'code', text: `${code.slice(0, 4)} ${code.slice(4)}` },
    { kind: 'paragraph', text: goodFor(minutes) },
    { kind: 'small', text: ignore },
    { kind: 'small', text: words.automatic },
  ];
  return render(subject, heading, blocks, language);
}

export function ending({ reference: label, colon, automatic }: Wording, reference: string): Block {
  return { kind: 'small', text: `${label}${colon} ${reference}. ${automatic}` };
}

export function render(
  subject: string,
  heading: string,
  blocks: readonly Block[],
  language: Language,
): RenderedLetter {
  return {
    subject: oneLine(subject),
    text: [heading, ...blocks.map((block) => asText(block, wordings[language].colon))].join('\n\n') + '\n',
    html: page(heading, blocks, language),
  };
}

/** A header is one line: a line break in it would begin another header (RFC 5322 §2.2). */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function asText(block: Block, colon: string): string {
  switch (block.kind) {
    case 'paragraph':
    case 'small':
    case 'code':
      return block.text;
    case 'link':
      return `${block.text}${colon}\n${block.url}`;
    case 'table':
      return block.rows
        .map(({ title, details, value }) =>
          [`${title}  ${value}`, ...details.map((detail) => `  ${detail}`)].join('\n'),
        )
        .join('\n');
  }
}
