import { formatAmount } from '@/lib/money/money';
import { conventions, part, rule, type SheetContext } from './sheet-style';
import { contentWidth, type Element, page } from './tagged-pages';
import type { Line, Part } from './text-lines';

const labelWidth = 130;

/** What is said once for the whole order: the issuer, the booking number, what was bought, and its price. */
export function drawOrder(context: SheetContext): Element {
  const { sheet, t, language, pages } = context;
  const { margin } = page;
  const own = (text: string) => ({ text, language });
  const theirs = (text: string) => ({ text, language: sheet.issuerLanguage });
  const elements: Element[] = [];
  const paragraph = (tag: string, lines: readonly Line[], gap: number) => {
    elements.push(pages.draw(tag, lines, margin));
    pages.y += gap;
  };
  paragraph('P', pages.lines([part('display', 14, theirs(sheet.issuer.name))], contentWidth), 2);
  const contact = contactOf(context);
  if (contact.length > 0) paragraph('P', pages.lines(contact, contentWidth), 18);
  paragraph(
    'H1',
    [
      ...pages.lines([part('quiet', 10, own(`${t('document.booking')} `))], contentWidth),
      ...pages.lines([part('display', 26, own(sheet.bookingNumber))], contentWidth),
    ],
    10,
  );
  for (const [label, value] of factsOf(context)) {
    const labels = pages.lines([part('quiet', 10, own(`${label} `))], labelWidth - 12);
    const values = pages.lines(value, contentWidth - labelWidth);
    paragraph('P', besides(labels, values), 2);
  }
  pages.y += 14;
  pages.artifact('Layout', () => {
    const { document, y } = pages;
    document.lineWidth(0.8).strokeColor(rule);
    document
      .moveTo(margin, y)
      .lineTo(margin + contentWidth, y)
      .stroke();
  });
  pages.y += 20;
  return pages.document.struct('Sect', {}, elements);
}

function contactOf({ sheet, t, language }: SheetContext): Part[] {
  const { issuer, issuerLanguage } = sheet;
  const tax = issuer.taxNumber === null ? '' : `${t('document.taxNumber')} ${issuer.taxNumber}`;
  const texts = [
    { text: issuer.address, language: issuerLanguage },
    { text: issuer.email ?? '', language },
    { text: tax, language },
  ].filter(({ text }) => text !== '');
  return texts.map(({ text, language: its }, i) =>
    part('quiet', 9.5, { text: i === 0 ? text : ` · ${text}`, language: its }),
  );
}

function factsOf({ sheet, t, language }: SheetContext): [label: string, value: Part[]][] {
  const { quantity, unitAmount, totalAmount, totalAmountExclTax } = sheet;
  const amount = (value: string) => formatAmount(value, language);
  const own = (text: string) => part('text', 10.5, { text, language });
  const date = new Intl.DateTimeFormat(conventions(language), {
    dateStyle: 'long',
    timeZone: sheet.timezone,
  });
  return [
    [t('document.orderedOn'), [own(date.format(sheet.orderedAt))]],
    [t('document.tickets'), [own(`${quantity} × `), part('text', 10.5, sheet.productName)]],
    ...(quantity === 1
      ? []
      : ([[t('document.price'), [own(`${quantity} × ${amount(unitAmount)}`)]]] satisfies [string, Part[]][])),
    [
      t('document.total'),
      [own(`${amount(totalAmount)} (${amount(totalAmountExclTax)} ${t('document.exclTax')})`)],
    ],
  ];
}

/** Labels at the left, values at the right of them, line by line. */
function besides(labels: readonly Line[], values: readonly Line[]): Line[] {
  return Array.from({ length: Math.max(labels.length, values.length) }, (_, i) => {
    const [label, value] = [labels[i], values[i]];
    const baseline = Math.max(label?.baseline ?? 0, value?.baseline ?? 0);
    const below = Math.max(
      ...[label, value].map((line) => (line === undefined ? 0 : line.height - line.baseline)),
    );
    return {
      baseline,
      height: baseline + below,
      runs: [
        ...(label?.runs ?? []).map((run) => ({ ...run, from: run.from - 1_000_000 })),
        ...(value?.runs ?? []).map((run) => ({ ...run, x: run.x + labelWidth })),
      ],
    };
  });
}
