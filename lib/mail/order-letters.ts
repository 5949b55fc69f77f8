import type { Language } from '../locale/languages';
import { formatAmount } from '../money/money';
import { page, type Block } from './letter-page';
import { wordings, type RefundReason } from './wording';

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

/** "Your tickets are ready", with what was bought and the link to it. */
export function confirmationLetter(
  letter: OrderLetter & { lines: readonly LetterLine[]; total: string; zones: readonly string[] },
): RenderedLetter {
  const { language, reference, link, lines, total } = letter;
  const words = wordings[language];
  const amount = (value: string) => formatAmount(value, language);
  const blocks: Block[] = [
    { kind: 'paragraph', text: words.confirmationIntroduction },
    {
      kind: 'table',
      rows: [
        ...lines.map((line) => ({
          title: `${line.quantity} × ${line.title}`,
          details: line.details,
          value: amount(line.totalAmount),
        })),
        { title: words.total, details: [], value: amount(total), strong: true },
      ],
    },
    { kind: 'link', text: words.openOrder, url: link },
    { kind: 'small', text: words.keepLink },
    ...letter.zones.map((zone) => ({ kind: 'small' as const, text: words.venueTime(zone) })),
    { kind: 'small', text: `${words.reference}: ${reference}. ${words.automatic}` },
  ];
  return render(words.confirmationSubject(reference), words.confirmationHeading, blocks, language);
}

/** "We could not complete your order", with where the money is. */
export function refundLetter(letter: OrderLetter & { amount: string; reason: RefundReason }): RenderedLetter {
  const { language, reference, link, amount, reason } = letter;
  const words = wordings[language];
  const blocks: Block[] = [
    { kind: 'paragraph', text: words.refundIntroduction(formatAmount(amount, language)) },
    { kind: 'paragraph', text: words.refundReasons[reason] },
    { kind: 'paragraph', text: words.refundWhen },
    { kind: 'link', text: words.lookAtOrder, url: link },
    { kind: 'small', text: `${words.reference}: ${reference}. ${words.automatic}` },
  ];
  return render(words.refundSubject(reference), words.refundHeading, blocks, language);
}

function render(
  subject: string,
  heading: string,
  blocks: readonly Block[],
  language: Language,
): RenderedLetter {
  return {
    subject: oneLine(subject),
    text: [heading, ...blocks.map(asText)].join('\n\n') + '\n',
    html: page(heading, blocks, language),
  };
}

/** A header is one line: a line break in it would begin another header (RFC 5322 §2.2). */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function asText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'small':
      return block.text;
    case 'link':
      return `${block.text}:\n${block.url}`;
    case 'table':
      return block.rows
        .map(({ title, details, value }) =>
          [`${title}  ${value}`, ...details.map((detail) => `  ${detail}`)].join('\n'),
        )
        .join('\n');
  }
}
