import { firstOfMonth } from '../locale/first-of-month';
import type { Language } from '../locale/languages';
import type { InvoiceTranslate } from '../locale/invoice-messages';
import { formatAmount } from '../money/money';
import { drawTable, type Row } from '../pdf/table';
import { contentWidth, type Element, page, type Pages } from '../pdf/tagged-pages';
import type { Part } from '../pdf/text-lines';
import type { InvoiceDocument, InvoiceLine } from './invoice-document';
import { taxGroups, totalOfLines } from './tax-groups';

export interface InvoiceContext {
  readonly document: InvoiceDocument;
  readonly t: InvoiceTranslate;
  readonly language: Language;
  readonly pages: Pages;
}

const ink = '#1c1a17';
const quiet = '#5c574f';
const rule = '#b9b2a6';

const styles = {
  bold: { weight: 'bold', color: ink },
  text: { weight: 'regular', color: ink },
  quiet: { weight: 'regular', color: quiet },
} as const;

type Style = keyof typeof styles;

/** A text in a style of the document; in the language of its labels, unless another is named. */
export const part = (
  { language }: Pick<InvoiceContext, 'language'>,
  style: Style,
  size: number,
  text: string,
  other: string = language,
): Part => ({
  ...styles[style],
  size,
  text,
  language: other,
});

/** The title of a document: what it is, and its number. */
export const titleOf = (t: InvoiceTranslate, { kind, number }: InvoiceDocument): string =>
  `${t(kind === 'invoice' ? 'invoice' : 'creditNote')} ${number}`;

export function drawInvoice(context: InvoiceContext): Element {
  const { pages, document, t } = context;
  const { seller, sellerLanguage, payments } = document.content;
  const elements = [
    paragraph(context, 'P', [part(context, 'bold', 14, seller.name, sellerLanguage)], 2),
    ...sellerLines(context),
    heading(context),
    ...factsOf(context).map(([label, value]) => fact(context, label, value)),
    gap(context, 8),
    paragraph(context, 'H2', [part(context, 'bold', 12, t('buyer'))], 4),
    ...buyerLines(context),
    gap(context, 14),
    table(context, itemColumns, itemRows(context)),
    gap(context, 18),
    paragraph(context, 'H2', [part(context, 'bold', 12, t('taxes'))], 4),
    table(context, taxColumns, taxRows(context)),
    ...(payments.length === 0 ? [] : paid(context)),
    gap(context, 14),
    paragraph(context, 'P', [part(context, 'quiet', 9, t('place'))], 0),
  ];
  return pages.document.struct(
    'Sect',
    {},
    elements.filter((element) => element !== null),
  );
}

/** Room before what follows. */
function gap({ pages }: InvoiceContext, height: number): null {
  pages.y += height;
  return null;
}

function paragraph({ pages }: InvoiceContext, tag: string, parts: readonly Part[], below: number): Element {
  const element = pages.draw(tag, pages.lines(parts, contentWidth), page.margin);
  pages.y += below;
  return element;
}

function sellerLines(context: InvoiceContext): Element[] {
  const { document, t } = context;
  const { seller, sellerLanguage } = document.content;
  const vat = seller.vatNumber === null ? '' : `${t('vatNumber')} ${seller.vatNumber}`;
  const texts: [string, string][] = [
    [seller.address, sellerLanguage],
    [seller.email ?? '', context.language],
    [vat, context.language],
  ];
  return texts
    .filter(([text]) => text !== '')
    .map(([text, language]) => paragraph(context, 'P', [part(context, 'quiet', 9.5, text, language)], 0));
}

function heading(context: InvoiceContext): Element {
  const { document, pages } = context;
  pages.y += 18;
  return paragraph(context, 'H1', [part(context, 'bold', 24, titleOf(context.t, document))], 8);
}

type Fact = readonly [label: string, value: string];

function factsOf({ document, t, language }: InvoiceContext): Fact[] {
  const { content, issuedAt, kind } = document;
  const { reference, orderedAt, earlier, reason, timezone } = content;
  const day = (moment: Date) => dayOf(moment, timezone, language);
  const about: Fact[] =
    earlier === null
      ? []
      : kind === 'credit_note'
        ? [[t('corrects', { number: earlier }), reason === null ? '' : t(`reason.${reason}`)]]
        : [[t('replaces', { number: earlier }), '']];
  return [
    [t('issuedOn'), day(issuedAt)],
    [t('orderedOn'), day(new Date(orderedAt))],
    [t('booking'), reference],
    ...about,
  ];
}

function fact(context: InvoiceContext, label: string, value: string): Element {
  const parts = [part(context, 'quiet', 10, value === '' ? label : `${label}: `)];
  return paragraph(context, 'P', value === '' ? parts : [...parts, part(context, 'text', 10.5, value)], 2);
}

function buyerLines(context: InvoiceContext): Element[] {
  const { document, t } = context;
  const { buyer } = document;
  if (buyer === null) return [paragraph(context, 'P', [part(context, 'text', 10.5, t('nothingDeleted'))], 0)];
  const vat = buyer.vatNumber === null ? '' : `${t('vatNumber')} ${buyer.vatNumber}`;
  // A country without a name in the language is shown by its code.
  const country = new Intl.DisplayNames([context.language], { type: 'region', fallback: 'code' });
  const lines = [
    buyer.company,
    buyer.name,
    ...buyer.address.split('\n'),
    buyer.country === '' ? '' : (country.of(buyer.country) ?? buyer.country),
    vat,
  ];
  return lines
    .filter((line) => line !== '')
    .map((line) => paragraph(context, 'P', [part(context, 'text', 10.5, line)], 0));
}

const itemColumns = [
  { width: contentWidth - 230, isNumber: false },
  { width: 60, isNumber: true },
  { width: 60, isNumber: true },
  { width: 110, isNumber: true },
];
const taxColumns = [
  { width: contentWidth - 330, isNumber: false },
  { width: 110, isNumber: true },
  { width: 110, isNumber: true },
  { width: 110, isNumber: true },
];

function table({ pages }: InvoiceContext, columns: typeof itemColumns, rows: readonly Row[]): Element {
  return drawTable(pages, columns, rows, rule);
}

function itemRows(context: InvoiceContext): Row[] {
  const { document, t, language } = context;
  const { lines } = document.content;
  const cell = (style: Style, text: string) => [part(context, style, 10, text)];
  const title = (key: 'item' | 'quantity' | 'rate' | 'amount') => [part(context, 'quiet', 9, t(key))];
  const total = t(document.kind === 'invoice' ? 'total' : 'credited');
  return [
    { heading: 'columns', cells: [title('item'), title('quantity'), title('rate'), title('amount')] },
    ...lines.map((line): Row => ({
      heading: 'row',
      cells: [
        itemText(context, line),
        cell('text', String(line.quantity)),
        cell('text', rateText(context, line.rate)),
        cell('text', formatAmount(line.amount, language)),
      ],
    })),
    {
      heading: 'row',
      cells: [
        [part(context, 'bold', 11, total)],
        cell('quiet', '–'),
        cell('quiet', '–'),
        [part(context, 'bold', 11, formatAmount(totalOfLines(lines), language))],
      ],
    },
  ];
}

function itemText(context: InvoiceContext, { text, lang, details, discount }: InvoiceLine): Part[] {
  const { t, language } = context;
  const off =
    discount === undefined ? '' : t(discount.by, { amount: formatAmount(discount.amount, language) });
  return [
    part(context, 'text', 10, text, lang),
    ...(details === '' ? [] : [part(context, 'quiet', 9, ` · ${details}`, lang)]),
    ...(off === '' ? [] : [part(context, 'quiet', 9, ` · ${off}`)]),
  ];
}

function taxRows(context: InvoiceContext): Row[] {
  const { document, t, language } = context;
  const title = (key: 'rate' | 'net' | 'tax' | 'gross') => [part(context, 'quiet', 9, t(key))];
  const amount = (value: string) => [part(context, 'text', 10, formatAmount(value, language))];
  return [
    { heading: 'columns', cells: [title('rate'), title('net'), title('tax'), title('gross')] },
    ...taxGroups(document.content.lines).map((group): Row => ({
      heading: 'row',
      cells: [
        [part(context, 'text', 10, rateText(context, group.rate))],
        amount(group.amountExclTax),
        amount(group.tax),
        amount(group.amount),
      ],
    })),
  ];
}

function paid(context: InvoiceContext): (Element | null)[] {
  const { document, t, language } = context;
  const { payments, timezone } = document.content;
  const texts = payments.map(({ how, amount, at, reference }) => {
    const what = t(`how.${how}`, { reference: reference ?? '' });
    const when = at === null ? what : t('on', { what, day: dayOf(new Date(at), timezone, language) });
    return [when, formatAmount(amount, language)] as const;
  });
  return [
    gap(context, 18),
    paragraph(context, 'H2', [part(context, 'bold', 12, t('paid'))], 4),
    ...texts.map(([label, amount]) => fact(context, label, amount)),
    paragraph(context, 'P', [part(context, 'text', 10.5, t('nothingDue'))], 0),
  ];
}

function rateText({ t, language }: Pick<InvoiceContext, 't' | 'language'>, rate: string | null): string {
  if (rate === null) return t('unknownRate');
  const format = { style: 'percent', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(language, format).format(Number(rate));
}

function dayOf(moment: Date, timeZone: string, language: Language): string {
  const locale = language === 'en' ? 'en-GB' : language;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  return firstOfMonth(format.format(moment), language);
}
