import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { boundRows, boundTexts } from '@/lib/database/bound-rows';
import { bulkColumns, bulkInsert } from '@/lib/database/bulk-insert';
import { isOneOf } from '@/lib/database/conditions';
import type { Reader, Transaction } from '@/lib/database/database';
import { rowColumns } from '@/lib/database/row-columns';
import { catalogTable } from '../catalog/catalog-table';
import { itemTicketTable } from '../order/order-table';
import { reservationTable } from '../reservation/reservation-table';
import type { ReadScan, StoredAdmission, TicketAtEntrance } from './admission';
import { admissionTable } from './admission-table';

const admissionColumns = getTableColumns(admissionTable);
const admissionRow = rowColumns(admissionColumns);
const admissionsInsert = bulkInsert(admissionTable, admissionColumns);

const { organizationId, id, reference, status, redeemedAt, eventId, sessionId } = itemTicketTable;
const ticketRow = rowColumns({
  organizationId,
  id,
  reference,
  status,
  redeemedAt,
  eventId,
  sessionId,
  catalogId: reservationTable.catalogId,
  timezone: catalogTable.timezone,
  day: sql<string>`coalesce(session.day, offer.day)`,
  endsAt: sql<Date | null>`session.occurs_at + session.duration::interval`,
});

/** The reservation, catalogue, session and offer of `item_ticket`. */
export const withVisit = sql`
  join ticketing.booking_order on booking_order.organization_id = item_ticket.organization_id
    and booking_order.id = item_ticket.order_id
  join ticketing.reservation on reservation.organization_id = booking_order.organization_id
    and reservation.id = booking_order.reservation_id
  join ticketing.catalog on catalog.id = reservation.catalog_id
  join ticketing.offer on offer.catalog_id = reservation.catalog_id and offer.id = reservation.offer_id
  left join ticketing.session on session.catalog_id = reservation.catalog_id
    and session.id = item_ticket.session_id`;

/** Tickets that an organization may admit: it sold them, or they are of its catalogue. */
export function mayAdmit(organization: string): SQL {
  return sql`(item_ticket.organization_id = ${organization} or catalog.organization_id = ${organization})`;
}

/**
 * Locks, until the transaction ends, the tickets that scans name or undo, and reads them. Concurrency guarantee: the
 * tickets are locked in one order, so two calls never wait for each other, and what was read stays true.
 */
export async function lockTickets(
  transaction: Transaction,
  organization: string,
  scans: readonly ReadScan[],
): Promise<Omit<TicketAtEntrance, 'redeemedEntrance'>[]> {
  const codes = scans.flatMap((scan) => scan.codes);
  const ids = scans.flatMap(({ ticket }) => ticket ?? []);
  const undone = scans.flatMap(({ undoes }) => undoes ?? []);
  return transaction.read(
    ticketRow,
    sql`from ticketing.item_ticket ${withVisit}
        where (item_ticket.organization_id, item_ticket.id) in (
            select organization_id, id from ticketing.item_ticket
            where reference in ${boundTexts(codes)}
          union all
            select organization_id, id from ticketing.item_ticket where ${isOneOf(itemTicketTable.id, ids)}
          union all
            select ticket_organization_id, ticket_id from ticketing.admission
            where organization_id = ${organization} and ${isOneOf(admissionTable.id, undone)})
          and ${mayAdmit(organization)}
        order by item_ticket.organization_id, item_ticket.id
        for update of item_ticket`,
  );
}

/** The admissions of an organization with these ids. */
export async function storedAdmissions(
  reader: Reader,
  organization: string,
  ids: readonly string[],
): Promise<StoredAdmission[]> {
  return reader.read(
    admissionRow,
    sql`from ticketing.admission
        where organization_id = ${organization} and ${isOneOf(admissionTable.id, ids)}`,
  );
}

/**
 * Records a conflict of scans that were answered before, but whose answers never arrived: the device then let the person
 * in on its own.
 */
export async function recordConflicts(
  transaction: Transaction,
  organization: string,
  ids: readonly string[],
): Promise<void> {
  await transaction.run(
    sql`update ticketing.admission set conflict = true
        where organization_id = ${organization} and ${isOneOf(admissionTable.id, ids)} and not conflict`,
  );
}

/** Where redeemed tickets were admitted, by their ids; those that were not scanned are missing. `offset 0`: see `readGroups`. */
export async function readEntrances(
  reader: Reader,
  tickets: readonly Pick<TicketAtEntrance, 'organizationId' | 'id'>[],
): Promise<Map<string, string>> {
  if (tickets.length === 0) return new Map();
  const asked = tickets.map((one) => ({ organization_id: one.organizationId, id: one.id }));
  const found = await reader.read(
    rowColumns({ ticketId: admissionTable.ticketId, entrance: admissionTable.entrance }),
    sql`from ${boundRows(asked, 'asked (organization_id uuid, id uuid)')}
        cross join lateral (
          select ticket_id, entrance from ticketing.admission
          where ticket_organization_id = asked.organization_id and ticket_id = asked.id
            and result = 'admitted' and undone_at is null
          offset 0) admission`,
  );
  return new Map(found.map(({ ticketId, entrance }) => [ticketId ?? '', entrance]));
}

const changes = bulkColumns({ organizationId, id, status, redeemedAt });

/** Writes what scans have changed: `tickets` are locked. */
export async function writeAdmissions(
  transaction: Transaction,
  organization: string,
  {
    admissions,
    tickets,
    undone,
  }: {
    admissions: readonly StoredAdmission[];
    tickets: readonly TicketAtEntrance[];
    undone: readonly string[];
  },
  now: Date,
): Promise<void> {
  if (undone.length > 0) {
    await transaction.run(
      sql`update ticketing.admission set undone_at = ${now.toISOString()}::timestamptz
          where organization_id = ${organization} and ${isOneOf(admissionTable.id, undone)}`,
    );
  }
  if (admissions.length > 0) await transaction.run(admissionsInsert(admissions));
  if (tickets.length === 0) return;
  const rows = tickets.map((one) => ({
    organizationId: one.organizationId,
    id: one.id,
    status: one.status,
    redeemedAt: one.redeemedAt,
  }));
  await transaction.run(
    sql`update ticketing.item_ticket
        set status = one.status, redeemed_at = one."redeemedAt", updated_at = ${now.toISOString()}::timestamptz
        from ${changes.from(rows)}
        where (item_ticket.organization_id, item_ticket.id) = (one."organizationId", one.id)`,
  );
}
