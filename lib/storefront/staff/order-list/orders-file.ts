import { getTranslations } from 'next-intl/server';
import { type Language, supportedLanguage } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { getAppContext } from '../../../runtime/app-context';
import type { Staff } from '../../common/account/for-staff';
import {
  exportForm,
  forbidden,
  forExportOfCustomers,
  formatOf,
  seeOther,
  sendFile,
} from '../report/export-answer';
import { listedSheet } from '../report/export-files';
import { shopToday } from '../report/report-period';
import type { SpreadsheetFormat } from '../report/spreadsheet';
import { orderFilter, type TypedFilter, typedFilter } from './order-filter';

/** POST of the form on the list of orders: all that the filter describes, made while it is downloaded. */
export async function answerOrdersFile(request: Request): Promise<Response> {
  const appContext = await getAppContext();
  const form = await exportForm(request, appContext);
  if (form instanceof Response) return form;
  const format = formatOf(form);
  if (format instanceof Response) return format;
  const typed = typedFilter((name) => form.get(name));
  const language = supportedLanguage(form.get('language'));
  const answer = await forExportOfCustomers((staff) => fileOf(staff, { typed, format, language }));
  if (answer.kind === 'not_allowed') return forbidden();
  if (answer.kind === 'staff' && answer.value instanceof Response) return answer.value;
  // The page itself says who may see it, and offers to sign in.
  const problem = answer.kind === 'staff' && typeof answer.value === 'string' ? answer.value : undefined;
  return seeOther(`${appContext.config.storefrontUrl}${paths.staffOrders(language, { ...typed, problem })}`);
}

interface Wanted {
  readonly typed: TypedFilter;
  readonly format: SpreadsheetFormat;
  readonly language: Language;
}

async function fileOf(
  staff: Staff<'customers:export'>,
  { typed, format, language }: Wanted,
): Promise<Response | 'busy'> {
  const { checkoutContext, config, audit, security, member, log } = staff;
  const { filter } = orderFilter(typed, { timeZone: config.timeZone, catalogs: member.catalogs });
  const by = Object.keys(typed).join(' ');
  return sendFile(
    async () => {
      await audit({ action: 'data_exported', detail: { what: 'orders', format, by } });
      security({ event: 'bookings_exported', staff: member.id, what: 'orders' });
      const t = await getTranslations({ locale: language, namespace: 'reports' });
      return listedSheet(checkoutContext, { filter, day: await shopToday(staff) }, t);
    },
    { format, log, onEnd: (rows) => audit({ action: 'data_sent', detail: { what: 'orders', rows } }) },
  );
}
