import type { Period } from '../../../shop/flows/report/period';
import { supportedLanguage } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { type AppContext, getAppContext } from '../../../runtime/app-context';
import {
  exportForm,
  forbidden,
  forExportOfCustomers,
  formatOf,
  noSuchFile,
  seeOther,
  sendFile,
} from './export-answer';
import { exportFile, type ExportKind, exportKinds, personalExports } from './export-files';
import { longestExport, typedPeriod } from './report-period';
import type { SpreadsheetFormat } from './spreadsheet';
import { forStaff, type ForStaff, type Staff } from '../../common/account/for-staff';

/** `sign_in`: customers are exported only for who has just signed in. */
export type ExportProblem = 'period' | 'busy' | 'sign_in';

interface Wanted {
  kind: ExportKind;
  format: SpreadsheetFormat;
}

/** POST of the form: the file, made while it is downloaded. */
export async function answerDataExport(request: Request): Promise<Response> {
  const appContext = await getAppContext();
  const form = await exportForm(request, appContext);
  if (form instanceof Response) return form;
  const kind = exportKinds.find((one) => one === form.get('kind'));
  if (kind === undefined) return noSuchFile('kind', exportKinds);
  const format = formatOf(form);
  if (format instanceof Response) return format;
  const answer = await exportData({ kind, format }, form);
  if (answer.kind === 'not_allowed') return forbidden();
  // The page itself says who may see it, and offers to sign in.
  if (answer.kind !== 'staff') return backToPage(appContext, form);
  const { value } = answer;
  return value instanceof Response ? value : backToPage(appContext, form, value);
}

function exportData(wanted: Wanted, form: URLSearchParams): Promise<ForStaff<Response | ExportProblem>> {
  const start = (staff: Staff<'reports:read' | 'customers:export'>) => startExport(wanted, form, staff);
  // Customers' names and addresses need more than figures do.
  return personalExports.has(wanted.kind) ? forExportOfCustomers(start) : forStaff('reports:read', start);
}

async function startExport(
  { kind, format }: Wanted,
  form: URLSearchParams,
  staff: Staff<'reports:read' | 'customers:export'>,
): Promise<Response | ExportProblem> {
  const period = typedPeriod(staff, { from: form.get('from'), to: form.get('to') }, longestExport);
  if (period === null) return 'period';
  const language = supportedLanguage(form.get('language'));
  const { member, checkoutContext, security, log, audit } = staff;
  const { from, to }: Period = period;
  return sendFile(
    async () => {
      await audit({ action: 'data_exported', detail: { what: kind, format, from, to } });
      if (personalExports.has(kind)) security({ event: 'bookings_exported', staff: member.id, what: kind });
      return exportFile(checkoutContext, { kind, period, language });
    },
    { format, log, onEnd: (rows) => audit({ action: 'data_sent', detail: { what: kind, rows } }) },
  );
}

function backToPage(
  { config: { storefrontUrl } }: Pick<AppContext, 'config'>,
  form: URLSearchParams,
  problem?: ExportProblem,
): Response {
  const language = supportedLanguage(form.get('language'));
  return seeOther(`${storefrontUrl}${paths.staffReports(language, { problem })}#export`);
}
