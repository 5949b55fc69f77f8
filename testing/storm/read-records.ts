import { getTableColumns, sql } from 'drizzle-orm';
import { settledAs } from '@/lib/shop/tables/task-table';
import { paymentsWhere } from '@/lib/shop/data/payment-store';
import { refundTable } from '@/lib/shop/tables/refund-table';
import { cancellationTable } from '@/lib/shop/tables/cancellation-table';
import { changedOrderTable } from '@/lib/shop/tables/event-change-table';
import { paymentIncidentTable, ticketBlockTable } from '@/lib/shop/tables/incident-table';
import { invoiceSeriesTable, invoiceTable } from '@/lib/shop/tables/invoice-table';
import { rebookingTable } from '@/lib/shop/tables/rebooking-table';
import { checkoutTable, placedOrderTable, timelineTable } from '@/lib/shop/tables/checkout-table';
import { counterTable, holdTable, takenSeatTable } from '@/service/availability/availability-table';
import {
  cancellationTable as madeCancellationTable,
  itemTicketTable,
  orderTable,
} from '@/service/order/order-table';
import { numberedSubject } from '@/testing/shop/numbered-subject';
import { reservationTable } from '@/service/reservation/reservation-table';
import { voucherTable } from '@/service/voucher/voucher-table';
import type { World } from './world';
import type { Email, Records } from './books/records';

/** Reads the books of all. Nothing may happen meanwhile. */
export async function readRecords({
  shop,
  ticketing,
  provider,
  mailbox,
}: Pick<World, 'shop' | 'ticketing' | 'provider' | 'mailbox'>): Promise<Records> {
  return {
    shop: {
      checkouts: await shop.db.select({ ...getTableColumns(checkoutTable), settledAs }).from(checkoutTable),
      payments: await paymentsWhere(shop, sql`true`),
      placed: await shop.db.select().from(placedOrderTable),
      cancellations: await shop.db.select().from(cancellationTable),
      refunds: await shop.db.select().from(refundTable),
      rebookings: await shop.db.select().from(rebookingTable),
      incidents: await shop.db.select().from(paymentIncidentTable),
      blocks: await shop.db.select().from(ticketBlockTable),
      noted: await shop.db.select().from(timelineTable),
      invoices: await shop.db.select().from(invoiceTable),
      series: await shop.db.select().from(invoiceSeriesTable),
      changedOrders: await shop.db.select().from(changedOrderTable),
    },
    service: {
      orders: await ticketing.db.select().from(orderTable),
      reservations: await ticketing.db.select().from(reservationTable),
      cancellations: await ticketing.db.select().from(madeCancellationTable),
      tickets: await ticketing.db.select().from(itemTicketTable),
      vouchers: await ticketing.db.select().from(voucherTable),
      counters: await ticketing.db.select().from(counterTable),
      holds: await ticketing.db.select().from(holdTable),
      takenSeats: await ticketing.db.select().from(takenSeatTable),
    },
    provider: {
      sessions: [...provider.sessions.values()],
      intents: [...provider.intents.values()],
      refunds: [...provider.refunds.values()],
    },
    emails: emailsIn(mailbox),
  };
}

/** An e-mail that a process sent again after a crash has the same message ID, and counts once. */
function emailsIn({ mails }: Pick<World['mailbox'], 'mails'>): Email[] {
  const emails = mails.map(({ mail }) => ({
    id: mail.messageId ?? '',
    subject: numberedSubject(mail),
    text: mail.text ?? '',
  }));
  return [...new Map(emails.map((email) => [email.id, email])).values()];
}
