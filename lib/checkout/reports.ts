// Figures of what was sold, paid and refunded, and the rows that are exported.
export { databaseNow } from '../database/database-now';
export { exportOrders } from './report/export-orders';
export { exportPayments } from './report/export-payments';
export { exportTickets, type StatesOfOrders } from './report/export-tickets';
export type { Period } from './report/period';
export { readSales, type Sales, type SalesReport } from './report/read-sales';
export { readTaxes } from './report/read-taxes';
export { readVouchers, type VoucherReport } from './report/read-vouchers';
