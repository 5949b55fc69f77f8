import { firstOfMonth } from '@/lib/locale/first-of-month';
import { formatAmount } from '@/lib/money/money';
import { offsetWhereShownTwice } from '@/lib/locale/venue-time';
import { conventions, part, rule, type SheetContext } from './sheet-style';
import { contentWidth, type Element, page } from '@/lib/pdf/tagged-pages';
import type { Line, Part } from '@/lib/pdf/text-lines';
import type { DocumentSheet, SheetAdmission, SheetText } from './ticket-sheet';

type Context = SheetContext<DocumentSheet>;

const labelWidth = 130;

/** A text in the language of the labels. */
export function own({ language }: Context, text: string): SheetText {
  return { text, language };
}

/** Draws a paragraph over the whole width, and leaves room below it. */
export function paragraph({ pages }: Context, tag: string, lines: readonly Line[], gap: number): Element {
  const element = pages.draw(tag, lines, page.margin);
  pages.y += gap;
  return element;
}

/** The issuer's name, and how to reach it. */
export function drawIssuer(context: Context): Element[] {
  const { sheet, pages } = context;
  const name = part('display', 14, { text: sheet.issuer.name, language: sheet.issuerLanguage });
  const contact = contactOf(context);
  return [
    paragraph(context, 'P', pages.lines([name], contentWidth), 2),
    ...(contact.length === 0 ? [] : [paragraph(context, 'P', pages.lines(contact, contentWidth), 18)]),
  ];
}

/** What the document is, and below it its number. */
export function drawNumber(context: Context, label: string, number: string): Element {
  const { pages } = context;
  const lines = [
    ...pages.lines([part('quiet', 10, own(context, `${label} `))], contentWidth),
    ...pages.lines([part('display', 26, own(context, number))], contentWidth),
  ];
  return paragraph(context, 'H1', lines, 10);
}

/** A label at the left, and its value at the right. */
export type Fact = readonly [label: string, value: readonly Part[]];

export function drawFacts(context: Context, facts: readonly Fact[]): Element[] {
  const { pages } = context;
  return facts.map(([label, value]) => {
    const labels = pages.lines([part('quiet', 10, own(context, `${label} `))], labelWidth - 12);
    return paragraph(context, 'P', besides(labels, pages.lines(value, contentWidth - labelWidth)), 2);
  });
}

/** A line over the whole width. */
export function drawLine({ pages }: Context): void {
  pages.y += 14;
  pages.artifact('Layout', () => {
    const { document, y } = pages;
    document.lineWidth(0.8).strokeColor(rule);
    document
      .moveTo(page.margin, y)
      .lineTo(page.margin + contentWidth, y)
      .stroke();
  });
  pages.y += 20;
}

/** A day in the format of the language, in the venue's time zone. */
export function dayOf({ sheet, language }: Context, moment: Date): string {
  const format = { dateStyle: 'long', timeZone: sheet.timezone } as const;
  return firstOfMonth(new Intl.DateTimeFormat(conventions(language), format).format(moment), language);
}

/** A day and the time in the format of the language, in the venue's time zone. */
export function momentOf(context: Context, moment: Date): string {
  const { sheet, language } = context;
  const format = { dateStyle: 'full', timeZone: sheet.timezone } as const;
  const day = firstOfMonth(new Intl.DateTimeFormat(conventions(language), format).format(moment), language);
  return `${day}, ${clockOf(context, moment)}`;
}

function clockOf({ sheet, language }: Context, moment: Date): string {
  const format = { timeStyle: 'short', timeZone: sheet.timezone } as const;
  const clock = new Intl.DateTimeFormat(conventions(language), format).format(moment);
  return `${clock}${offsetWhereShownTwice(moment, sheet.timezone)}`;
}

/**
 * The day and the time in the format of the language, in the venue's time zone; of a gift card, what it is worth, and until
 * when.
 */
export function whenOf(
  context: Context,
  { occursAt, sessionName, date, giftCardValue }: SheetAdmission,
): [day: string, time: SheetText[]] {
  const { sheet, t, language } = context;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(conventions(language), options);
  const inOurs = (text: string): SheetText => ({ text, language });
  if (occursAt === null) {
    const noon = new Date(`${date}T12:00:00Z`);
    const day = format({ dateStyle: giftCardValue === null ? 'full' : 'long', timeZone: 'UTC' }).format(noon);
    if (giftCardValue !== null)
      return [formatAmount(giftCardValue, language), [inOurs(t('document.validUntil', { day }))]];
    return [firstOfMonth(day, language), [inOurs(t('document.anyTime'))]];
  }
  const { timezone: timeZone } = sheet;
  const time = `${clockOf(context, occursAt)} (${t('document.venueTime')})`;
  const name = sessionName === null ? [] : [inOurs(' · '), sessionName];
  const day = format({ dateStyle: 'full', timeZone }).format(occursAt);
  return [firstOfMonth(day, language), [inOurs(time), ...name]];
}

function contactOf({ sheet, t, language }: Context): Part[] {
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
