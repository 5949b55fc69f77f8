import { getTranslations } from 'next-intl/server';
import type { OrderFilter } from '../../../shop/data/order-list-store';
import { exportListed } from '../../../shop/flows/report/export-listed';
import { exportOrders, type OrderRow } from '../../../shop/flows/report/export-orders';
import { exportPayments } from '../../../shop/flows/report/export-payments';
import { exportTickets, type StatesOfOrders } from '../../../shop/flows/report/export-tickets';
import type { Period } from '../../../shop/flows/report/period';
import { isCardCode, shownCode } from '../../../shop/rules/shown-code';
import { readTaxes } from '../../../shop/flows/report/read-taxes';
import type { Language } from '../../../locale/languages';
import { subtractAmounts } from '../../../money/money';
import type { AppContext } from '../../../runtime/app-context';
import { orUnavailable } from '../../common/request/or-unavailable';
import { mapRows, type SpreadsheetColumn, type SpreadsheetRow } from './spreadsheet';

export const exportKinds = ['orders', 'tickets', 'payments', 'taxes'] as const;
export type ExportKind = (typeof exportKinds)[number];

type ExportContext = Pick<AppContext['checkoutContext'], 'database' | 'client'>;
type Reader = ExportContext['database'];
type Translate = Awaited<ReturnType<typeof getTranslations<'reports'>>>;
type ColumnName = Parameters<Translate>[0] extends infer Key
  ? Key extends `exports.columns.${infer Name}`
    ? Name
    : never
  : never;

interface Source {
  columns: readonly (readonly [ColumnName, SpreadsheetColumn['kind']])[];
  rows: (
    reader: Reader,
    period: Period,
    language: Language,
    t: Translate,
    statesOf: StatesOfOrders,
  ) => AsyncIterable<SpreadsheetRow>;
}

/** The code of a voucher, or that staff have given the tickets; of a gift card only the end of it. */
function voucherText({ voucher, complimentary }: Pick<OrderRow, 'voucher' | 'complimentary'>, t: Translate) {
  if (voucher === null) return null;
  return complimentary ? t('vouchers.complimentary') : shownCode(voucher);
}

const orderCells = (row: OrderRow, t: Translate): SpreadsheetRow => [
  row.orderedAt,
  row.reference,
  row.number,
  t(`channels.${row.channel}`),
  row.language,
  row.firstname,
  row.lastname,
  row.email,
  row.phone,
  row.country,
  row.company,
  row.vatNumber,
  row.total,
  row.totalExclTax,
  row.refunded,
  voucherText(row, t),
  row.discount,
  row.exchanged,
  // A gift card pays as a voucher does: what it took off is what it paid.
  row.voucher !== null && !row.complimentary && isCardCode(row.voucher) ? row.discount : '0.00',
  row.paidWithTickets,
  row.paidWithMoney,
  row.toRefund,
];

const orders: Source = {
  columns: [
    ['time', 'time'],
    ['reference', 'text'],
    ['number', 'text'],
    ['channel', 'text'],
    ['language', 'text'],
    ['firstname', 'text'],
    ['lastname', 'text'],
    ['email', 'text'],
    ['phone', 'text'],
    ['country', 'text'],
    ['company', 'text'],
    ['vatNumber', 'text'],
    ['total', 'amount'],
    ['totalExclTax', 'amount'],
    ['refunded', 'amount'],
    ['voucher', 'text'],
    ['discount', 'amount'],
    ['exchanged', 'amount'],
    ['paidWithCard', 'amount'],
    ['paidWithTickets', 'amount'],
    ['paidWithMoney', 'amount'],
    ['toRefund', 'amount'],
  ],
  rows: (reader, period, _, t) => mapRows(exportOrders(reader, period), (row) => orderCells(row, t)),
};

const tickets: Source = {
  columns: [
    ['time', 'time'],
    ['reference', 'text'],
    ['number', 'text'],
    ['ticket', 'text'],
    ['product', 'text'],
    ['event', 'text'],
    ['venue', 'text'],
    ['visitDay', 'day'],
    ['beginsAt', 'time'],
    ['status', 'text'],
    ['price', 'amount'],
    ['firstname', 'text'],
    ['lastname', 'text'],
    ['voucher', 'text'],
    ['discount', 'amount'],
  ],
  rows: (reader, period, language, t, statesOf) =>
    mapRows(exportTickets(reader, period, { language, statesOf }), (row) => [
      row.orderedAt,
      row.reference,
      row.number,
      row.ticket,
      row.product,
      row.event,
      row.venue,
      row.date,
      // The time at the venue, as its offset says.
      row.beginsAt?.slice(0, 19).replace('T', ' ') ?? null,
      t(`exports.statuses.${row.status}`),
      row.amount,
      row.firstname,
      row.lastname,
      voucherText(row, t),
      row.discount,
    ]),
};

const payments: Source = {
  columns: [
    ['time', 'time'],
    ['kind', 'text'],
    ['method', 'text'],
    ['amount', 'amount'],
    ['reference', 'text'],
    ['channel', 'text'],
    ['payment', 'text'],
    ['refund', 'text'],
    ['till', 'text'],
    ['shiftSince', 'time'],
  ],
  rows: (reader, period, _, t) =>
    mapRows(exportPayments(reader, period), (row) => [
      row.paidAt,
      t(`exports.paymentKinds.${row.kind}`),
      t(`exports.methods.${row.method}`),
      row.amount,
      row.reference,
      t(`channels.${row.channel}`),
      row.intent,
      row.refund,
      row.till,
      row.shiftSince,
    ]),
};

/** 0.055 is "5.5": the heading says that it is in percent. */
const percentOf = (rate: number) => String(Number((rate * 100).toFixed(4)));

const taxes: Source = {
  columns: [
    ['day', 'day'],
    ['rate', 'rate'],
    ['sold', 'amount'],
    ['soldExclTax', 'amount'],
    ['soldTax', 'amount'],
    ['refunded', 'amount'],
    ['refundedExclTax', 'amount'],
    ['refundedTax', 'amount'],
  ],
  rows: async function* (reader, period) {
    for (const row of await readTaxes(reader, period))
      yield [
        row.day,
        row.rate === null ? null : percentOf(row.rate),
        row.sold,
        row.soldExclTax,
        subtractAmounts(row.sold, row.soldExclTax),
        row.refunded,
        row.refundedExclTax,
        subtractAmounts(row.refunded, row.refundedExclTax),
      ];
  },
};

const sources: Readonly<Record<ExportKind, Source>> = { orders, tickets, payments, taxes };

/** Exports that have names and addresses of customers. */
export const personalExports: ReadonlySet<ExportKind> = new Set(['orders', 'tickets']);

interface Wanted {
  readonly kind: ExportKind;
  readonly period: Period;
  readonly language: Language;
}

/** The columns and rows of an export, and the names of its file and sheets, in the language. */
export async function exportFile(context: ExportContext, wanted: Wanted) {
  return sheetOf(context, wanted, await getTranslations({ locale: wanted.language, namespace: 'reports' }));
}

/** The orders that a list has shown, as the export of orders. `day`: for the name of the file. */
export function listedSheet(
  { database }: Pick<ExportContext, 'database'>,
  { filter, day }: { filter: OrderFilter; day: string },
  t: Translate,
) {
  const name = t('exports.names.orders');
  const { timeZone } = filter;
  const rows = mapRows(exportListed(database, filter), (row) => orderCells(row, t));
  return { name, fileName: `${name}-${day}`, columns: columnsOf(orders, timeZone, t), rows };
}

const columnsOf = ({ columns }: Source, zone: string, t: Translate) =>
  columns.map(([column, kind]) => ({ header: t(`exports.columns.${column}`, { zone }), kind }));

/** The columns and rows of an export, and the names of its file and sheets. `t`: the texts of the language. */
export function sheetOf(
  { database, client }: ExportContext,
  { kind, period, language }: Wanted,
  t: Translate,
) {
  const source = sources[kind];
  const name = t(`exports.names.${kind}`);
  return {
    name,
    fileName: `${name}-${period.from}-${period.to}`,
    columns: columnsOf(source, period.timeZone, t),
    rows: source.rows(database, period, language, t, statesAtService(client, language)),
  };
}

/**
 * Asks the service for the states of tickets. After a page for which it did not answer it is not asked again: the file
 * would wait for it at each page.
 */
function statesAtService(client: ExportContext['client'], language: Language): StatesOfOrders {
  let isAsked = true;
  return async (orderIds) => {
    if (!isAsked) return null;
    const states = await orUnavailable(() => client.readTicketStates(orderIds, { language }));
    if (states !== 'unavailable' && states !== null) return states;
    isAsked = false;
    return null;
  };
}
