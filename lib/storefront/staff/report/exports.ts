import type { Period } from '../../../shop/flows/report/period';
import { type Language, supportedLanguage } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { type AppContext, getAppContext } from '../../../runtime/app-context';
import { exportFile, type ExportKind, exportKinds, personalExports } from './export-files';
import { longestExport, typedPeriod } from './report-period';
import {
  endUnread,
  mediaTypes,
  type SpreadsheetFormat,
  spreadsheetFormats,
  spreadsheetStream,
} from './spreadsheet';
import { forStaff, type ForStaff, type Staff } from '../../common/account/for-staff';

/** How many files one process makes at once, and how long each may stay unread. */
const mostAtOnce = 4;
const unreadMilliseconds = 60_000;

let open = 0;

export type ExportProblem = 'period' | 'busy';

interface Wanted {
  kind: ExportKind;
  format: SpreadsheetFormat;
  period: Period;
  language: Language;
}

/** POST of the form: the file, made while it is downloaded. */
export async function answerDataExport(request: Request): Promise<Response> {
  const appContext = await getAppContext();
  if (request.headers.get('origin') !== new URL(appContext.config.storefrontUrl).origin)
    return new Response(null, { status: 403, headers: { 'cache-control': 'no-store' } });
  const form = new URLSearchParams(await request.text());
  const kind = exportKinds.find((one) => one === form.get('kind'));
  if (kind === undefined) return noSuchFile('kind', exportKinds);
  const format = spreadsheetFormats.find((one) => one === form.get('format'));
  if (format === undefined) return noSuchFile('format', spreadsheetFormats);
  const answer = await exportData({ kind, format }, form);
  // The page itself says who may see it, and offers to sign in.
  if (answer.kind !== 'staff') return backToPage(appContext, form);
  const { value } = answer;
  return value instanceof Response ? value : backToPage(appContext, form, value);
}

/** The form of the page has no other values: only a program sends them. */
function noSuchFile(field: string, known: readonly string[]): Response {
  return new Response(`Nothing was exported: "${field}" is none of ${known.join(', ')}.\n`, {
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}

type File = Pick<Wanted, 'kind' | 'format'>;

function exportData(file: File, form: URLSearchParams): Promise<ForStaff<Response | ExportProblem>> {
  return forStaff('reports:read', async (staff) => {
    if (!personalExports.has(file.kind)) return startExport(file, form, staff);
    // Customers' names and addresses need more than figures do.
    const answer = await forStaff('orders:read', () => startExport(file, form, staff));
    return answer.kind === 'staff' ? answer.value : new Response(null, { status: 403 });
  });
}

async function startExport(
  file: File,
  form: URLSearchParams,
  staff: Staff<'reports:read'>,
): Promise<Response | ExportProblem> {
  const period = typedPeriod(staff, { from: form.get('from'), to: form.get('to') }, longestExport);
  if (period === null) return 'period';
  if (open >= mostAtOnce) return 'busy';
  open += 1;
  try {
    return await openFile({ ...file, period, language: supportedLanguage(form.get('language')) }, staff);
  } catch (error) {
    open -= 1;
    throw error;
  }
}

async function openFile(
  { kind, format, period, language }: Wanted,
  { member, checkoutContext, security, log, audit }: Staff<'reports:read'>,
): Promise<Response> {
  const { from, to } = period;
  await audit({ action: 'data_exported', detail: { what: kind, format, from, to } });
  if (personalExports.has(kind)) security({ event: 'bookings_exported', staff: member.id, what: kind });
  const { fileName, ...sheet } = await exportFile(checkoutContext, { kind, period, language });
  const file = endUnread(spreadsheetStream(format, sheet), unreadMilliseconds, (error) => {
    open -= 1;
    if (error !== undefined) log.warn({ err: error, what: kind }, 'an export was not completed');
  });
  return new Response(file, {
    headers: {
      'content-type': mediaTypes[format],
      'content-disposition': `attachment; filename="${fileName}.${format}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

function backToPage(
  { config: { storefrontUrl } }: Pick<AppContext, 'config'>,
  form: URLSearchParams,
  problem?: ExportProblem,
): Response {
  const language = supportedLanguage(form.get('language'));
  const location = `${storefrontUrl}${paths.staffReports(language, { problem })}#export`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
