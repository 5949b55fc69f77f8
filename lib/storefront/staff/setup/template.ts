import { getTranslations } from 'next-intl/server';
import { venueToday } from '../../../locale/venue-time';
import { importTemplate } from '../../../setup/import-template';
import { forStaff } from '../../common/account/for-staff';
import { languageOfAddress } from '../../common/request/parameters';
import { mediaTypes, type SpreadsheetFormat, spreadsheetStream } from '../report/spreadsheet';

/** A spreadsheet for events, sessions and tariffs, with an example, in the language and the format of the address. */
export async function answerTemplate(request: Request): Promise<Response> {
  const answer = await forStaff('catalog:edit', () => makeTemplate(request));
  return answer.kind === 'staff' ? answer.value : new Response(null, { status: 403, headers: noStore });
}

const noStore = { 'cache-control': 'no-store' };

/** The file of a template. */
export const templateFile = (
  format: SpreadsheetFormat,
  { columns, rows }: ReturnType<typeof importTemplate>,
) =>
  spreadsheetStream(format, {
    name: 'Sessions',
    columns: columns.map(({ head, kind }) => ({ header: head, kind })),
    rows: each(rows),
  });

async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  for (const row of rows) yield await Promise.resolve(row);
}

async function makeTemplate(request: Request): Promise<Response> {
  const language = languageOfAddress(request);
  const isText = new URL(request.url).searchParams.get('format') === 'csv';
  const format: SpreadsheetFormat = isText ? 'csv' : 'xlsx';
  const t = await getTranslations({ locale: language, namespace: 'setup.import.example' });
  const example = {
    event: t('event'),
    description: t('description'),
    place: t('place'),
    address: t('address'),
    tariff: t('tariff'),
  };
  const template = importTemplate(language, example, venueToday(new Date(), 'UTC'));
  return new Response(templateFile(format, template), {
    headers: {
      ...noStore,
      'content-type': mediaTypes[format],
      'content-disposition': `attachment; filename="sessions.${format}"`,
      'x-content-type-options': 'nosniff',
    },
  });
}
