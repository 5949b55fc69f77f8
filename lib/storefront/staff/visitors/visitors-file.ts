import { getTranslations } from 'next-intl/server';
import { supportedLanguage, type Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { getAppContext } from '../../../runtime/app-context';
import { readVisitors, type VisitorsOfVisit } from '../../../shop/flows/lookup/read-visitors';
import type { Staff } from '../../common/account/for-staff';
import { load, need } from '../../common/request/load';
import {
  exportForm,
  forbidden,
  forExportOfCustomers,
  formatOf,
  seeOther,
  sendFile,
} from '../report/export-answer';
import type { SpreadsheetFormat } from '../report/spreadsheet';
import { visitorSheet } from './visitor-sheet';
import { type VisitAddress, visitPathOf } from './visitors';

/** Why there is no file. */
export type VisitorsFileProblem = 'busy' | 'sign_in' | 'unavailable';

/** POST of the form on a list of who comes: the same list as a file. */
export async function answerVisitorsFile(request: Request): Promise<Response> {
  const appContext = await getAppContext();
  const form = await exportForm(request, appContext);
  if (form instanceof Response) return form;
  const format = formatOf(form);
  if (format instanceof Response) return format;
  const text = (name: string) => form.get(name) ?? '';
  const address = { catalogId: text('catalogId'), eventId: text('eventId'), visit: text('visit') };
  const language = supportedLanguage(form.get('language'));
  if (visitPathOf(address) === null) return new Response(null, { status: 404 });
  const answer = await forExportOfCustomers((staff) => fileOf(staff, { address, format, language }));
  if (answer.kind === 'not_allowed') return forbidden();
  if (answer.kind === 'staff' && answer.value instanceof Response) return answer.value;
  // The page itself says who may see it, and offers to sign in.
  const problem = answer.kind === 'staff' && typeof answer.value === 'string' ? answer.value : undefined;
  return seeOther(`${appContext.config.storefrontUrl}${paths.staffVisitors(language, address, { problem })}`);
}

interface Wanted {
  readonly address: VisitAddress;
  readonly format: SpreadsheetFormat;
  readonly language: Language;
}

async function fileOf(
  { checkoutContext, audit, security, member, log }: Staff<'customers:export'>,
  { address, format, language }: Wanted,
): Promise<Response | VisitorsFileProblem> {
  const visit = visitPathOf(address);
  if (visit === null) return new Response(null, { status: 404 });
  const read = await load([], async () => need(await readVisitors(checkoutContext, visit, language)));
  if (read.kind === 'missing') return new Response(null, { status: 404 });
  if (read.kind === 'unavailable') return 'unavailable';
  const list: VisitorsOfVisit = read.value;
  return sendFile(
    async () => {
      const { catalogId, session, date } = visit;
      await audit({
        action: 'data_exported',
        subject: { kind: 'catalog', id: catalogId },
        detail: { what: 'visitors', format, session, date, rows: list.visitors.length },
      });
      security({ event: 'bookings_exported', staff: member.id, what: 'visitors' });
      const [words, columns] = await Promise.all([
        getTranslations({ locale: language, namespace: 'lists.visitors' }),
        getTranslations({ locale: language, namespace: 'reports.exports' }),
      ]);
      return visitorSheet(list, language, { words, columns });
    },
    { format, log },
  );
}
