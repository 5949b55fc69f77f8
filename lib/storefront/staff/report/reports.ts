import type { Period } from '../../../shop/flows/report/period';
import { readSales, type SalesReport } from '../../../shop/flows/report/read-sales';
import { readSalesBy, type SalesBy } from '../../../shop/flows/report/read-sales-by';
import { readVouchers, type VoucherReport } from '../../../shop/flows/report/read-vouchers';
import type { Language } from '../../../locale/languages';
import { type SalesPart, salesParts } from '../../../shop/values/report-values';
import { firstText, oneOfParameter } from '../../common/request/parameters';
import { currentPeriod, longestReport, typedPeriod } from './report-period';
import { forStaff } from '../../common/account/for-staff';

type Parameters = Readonly<Record<string, string | string[] | undefined>>;

export interface ReportView {
  period: Period;
  /** The typed period is none: the figures are those of the current one. */
  isWrong: boolean;
  report: Overview | PartReport;
}

/** Sales by day, product and channel, taxes and vouchers. */
export interface Overview {
  by: null;
  sales: SalesReport;
  vouchers: VoucherReport;
}

/** Sales by something else. */
export interface PartReport {
  by: SalesPart;
  sales: SalesBy;
}

/** What was sold in the period of an address, or in the current month; `by` names what it is added up by. */
export function readReport(parameters: Parameters, language: Language) {
  return forStaff('reports:read', async (appContext): Promise<ReportView> => {
    const [from, to] = [firstText(parameters['from']), firstText(parameters['to'])];
    const typed = typedPeriod(appContext, { from, to }, longestReport);
    const period = typed ?? (await currentPeriod(appContext));
    const isWrong = typed === null && (from !== undefined || to !== undefined);
    const { database } = appContext.checkoutContext;
    const by = oneOfParameter(salesParts, parameters['by']);
    if (by !== null) {
      const sales = await readSalesBy(database, { period, by, language });
      return { period, isWrong, report: { by, sales } };
    }
    const [sales, vouchers] = await Promise.all([
      readSales(database, period, language),
      readVouchers(database, period),
    ]);
    return { period, isWrong, report: { by, sales, vouchers } };
  });
}
