import type { getTranslations } from 'next-intl/server';
import type { Language } from '../../../locale/languages';
import { seatsText } from '../../../locale/seat-text';
import { venueDay, venueTime } from '../../../locale/venue-time';
import type { Visitor, VisitorsOfVisit } from '../../../shop/flows/lookup/read-visitors';
import type { ExportedFile } from '../report/export-answer';
import type { SpreadsheetColumn, SpreadsheetRow } from '../report/spreadsheet';

interface Texts {
  readonly words: Awaited<ReturnType<typeof getTranslations<'lists.visitors'>>>;
  readonly columns: Awaited<ReturnType<typeof getTranslations<'reports.exports'>>>;
}

const statusNames = { valid: 'valid', redeemed: 'used', cancelled: 'cancelled' } as const;

/** The list as a spreadsheet: each question of the organiser has a column of its own. */
export function visitorSheet(
  { visitors, occursAt, day, timezone }: VisitorsOfVisit,
  language: Language,
  { words, columns: exported }: Texts,
): ExportedFile {
  const questions = [...new Set(visitors.flatMap(({ answers }) => answers.map(({ label }) => label)))];
  const text = (header: string): SpreadsheetColumn => ({ header, kind: 'text' });
  const time = occursAt === null ? '' : `-${venueTime(occursAt, timezone).slice(0, 5).replace(':', '')}`;
  return {
    name: words('file'),
    fileName: `${words('file')}-${day}${time}`,
    columns: [
      text(exported('columns.lastname')),
      text(exported('columns.firstname')),
      text(words('columns.tariff')),
      text(exported('columns.status')),
      { header: words('columns.admittedAt', { zone: timezone }), kind: 'time' },
      text(exported('columns.reference')),
      text(words('columns.seat')),
      text(exported('columns.phone')),
      text(exported('columns.email')),
      text(words('columns.notes')),
      ...questions.map(text),
    ],
    rows: rowsOf(visitors, (one) => [
      one.name?.lastname ?? null,
      one.name?.firstname ?? null,
      one.tariff,
      exported(`statuses.${statusNames[one.status]}`),
      admittedAt(one, timezone),
      one.reference,
      seatsText(one.seat === null ? [] : [one.seat], language),
      one.phone,
      one.email,
      one.notes.length === 0 ? null : one.notes.join(' · '),
      ...questions.map((question) => one.answers.find(({ label }) => label === question)?.value ?? null),
    ]),
  };
}

/** YYYY-MM-DD HH:MM:SS at the venue. */
function admittedAt({ redeemedAt }: Visitor, timezone: string): string | null {
  if (redeemedAt === null) return null;
  return `${venueDay(redeemedAt, timezone)} ${venueTime(redeemedAt, timezone).slice(0, 5)}:00`;
}

async function* rowsOf(
  visitors: readonly Visitor[],
  row: (one: Visitor) => SpreadsheetRow,
): AsyncGenerator<SpreadsheetRow> {
  for (const one of visitors) yield await Promise.resolve(row(one));
}
