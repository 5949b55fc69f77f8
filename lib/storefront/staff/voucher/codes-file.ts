import { getTranslations } from 'next-intl/server';
import type { CatalogAdmin } from '../../../client/catalog-admin';
import { mostOfPage } from '../../../client/staff-list';
import { voucherState } from '../../../contract/voucher-state';
import { type Language, supportedLanguage } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { lastDayBefore } from '../../../locale/venue-time';
import { getAppContext } from '../../../runtime/app-context';
import { forStaff, type Staff } from '../../common/account/for-staff';
import { load, need } from '../../common/request/load';
import { exportForm, forbidden, seeOther, sendFile } from '../report/export-answer';
import type { SpreadsheetRow } from '../report/spreadsheet';

interface Wanted {
  readonly catalogId: string;
  readonly id: string;
  readonly language: Language;
}

/** POST of the form on the page of a batch: its codes as CSV, made while the file is downloaded. */
export async function answerCodesFile(request: Request): Promise<Response> {
  const appContext = await getAppContext();
  const form = await exportForm(request, appContext);
  if (form instanceof Response) return form;
  const [catalogId, id] = [form.get('catalogId') ?? '', form.get('id') ?? ''];
  const language = supportedLanguage(form.get('language'));
  const answer = await forStaff('catalog:change', (staff) => fileOf(staff, { catalogId, id, language }));
  if (answer.kind === 'not_allowed') return forbidden();
  if (answer.kind === 'staff' && answer.value instanceof Response) return answer.value;
  // The page itself says who may see it, and offers to sign in; or that there is no such batch.
  const problem = answer.kind === 'staff' && answer.value === 'busy' ? 'busy' : undefined;
  const page = paths.staffVoucherBatch(
    language,
    encodeURIComponent(catalogId),
    encodeURIComponent(id),
    problem === undefined ? {} : { problem },
  );
  return seeOther(`${appContext.config.storefrontUrl}${page}`);
}

async function fileOf(
  { catalogAdmin, audit, log }: Staff<'catalog:change'>,
  { catalogId, id, language }: Wanted,
): Promise<Response | 'busy' | 'missing'> {
  if (catalogAdmin === null) return 'missing';
  const found = await load([catalogId, id], async () => {
    const [catalog, batch] = await Promise.all([
      catalogAdmin.getCatalog(catalogId, { language }),
      catalogAdmin.getVoucherBatch(catalogId, id, { language }),
    ]);
    return { timezone: need(catalog).timezone, batch: need(batch) };
  });
  if (found.kind !== 'loaded') return found.kind === 'missing' ? 'missing' : 'busy';
  const { batch, timezone } = found.value;
  const t = await getTranslations({ locale: language, namespace: 'voucherAdmin' });
  const stateName = (state: ReturnType<typeof voucherState>) => t(`states.${state}`);
  return sendFile(
    async () => {
      await audit({
        action: 'data_exported',
        subject: { kind: 'catalog', id: catalogId },
        detail: { what: 'vouchers', format: 'csv', name: batch.name },
      });
      return {
        fileName: `codes-${id}`,
        name: 'codes',
        columns: [
          { header: t('columns.code'), kind: 'text' },
          { header: t('columns.state'), kind: 'text' },
          { header: t('batch.usedIn'), kind: 'text' },
          { header: t('batch.lastDay'), kind: 'day' },
        ],
        rows: rowsOf(catalogAdmin, { catalogId, id, language }, timezone, stateName),
      };
    },
    {
      format: 'csv',
      log,
      onEnd: (rows) => audit({ action: 'data_sent', detail: { what: 'vouchers', rows } }),
    },
  );
}

async function* rowsOf(
  admin: CatalogAdmin,
  { catalogId, id, language }: Wanted,
  timezone: string,
  stateName: (state: ReturnType<typeof voucherState>) => string,
): AsyncGenerator<SpreadsheetRow> {
  const now = new Date();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const codes = await admin.pageOfBatchCodes({ catalogId, id }, page, { language }, mostOfPage);
    if (codes.kind !== 'found') throw new Error('the batch is not there any more');
    const { members, totalItems } = codes.value;
    pages = Math.ceil(totalItems / mostOfPage);
    for (const one of members) {
      const until = one.validUntil === null ? null : lastDayBefore(one.validUntil, timezone);
      yield [one.code, stateName(voucherState(one, now)), one.usedIn ?? null, until];
    }
  }
}
