import { compareBalances } from './balance-books';
import { compareCancellations, compareRefunds } from './cancellation-books';
import { compareEmails } from './email-books';
import { indexRecords } from './index-records';
import { compareInvoices } from './invoice-books';
import { compareMoney } from './money-books';
import { compareOrders, compareTickets } from './order-books';
import type { Difference, Records, Tell } from './records';
import { compareSeats } from './seat-books';
import { compareCounters, compareVouchers } from './stock-books';

/**
 * Compares the books of the payment provider, the service, the shop and the mailbox when nothing happens any more, without the
 * shop's own reconciliation. `now`: by the clock of the service's database. Empty: they agree.
 */
export function differencesIn(records: Records, now: Date): Difference[] {
  const differences: Difference[] = [];
  const tell: Tell = (what, references, detail = null) => differences.push({ what, references, detail });
  const index = indexRecords(records);
  compareMoney(records, index, tell);
  compareOrders(records, index, tell);
  compareTickets(records, index, tell);
  compareCancellations(records, index, tell);
  compareRefunds(records, index, tell);
  compareVouchers(records, index, tell, now);
  compareBalances(records, index, tell, now);
  compareCounters(records, index, tell);
  compareSeats(records, index, tell);
  compareInvoices(records, index, tell);
  compareEmails(records, index, tell);
  return differences;
}
