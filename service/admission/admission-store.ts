import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds, boundTexts } from '@/lib/database/bound-rows';
import { bulkColumns, bulkInsert } from '@/lib/database/bulk-insert';
import { isOneOf } from '@/lib/database/conditions';
import type { Reader, Transaction } from '@/lib/database/database';
import { rowColumns } from '@/lib/database/row-columns';
import { catalogTable } from '../catalog/catalog-table';
import { byCatalog, catalogOf } from '../ids/catalog-id';
import { itemTicketTable } from '../order/order-table';
import type { Decided, ReadScan, StoredAdmission, TicketAtEntrance } from './admission';
import { admissionTable } from './admission-table';

const admissionColumns = getTableColumns(admissionTable);
const admissionRow = rowColumns(admissionColumns);
const admissionsInsert = bulkInsert(admissionTable, admissionColumns);

const { catalogId, organizationId, id, reference, status, redeemedAt, eventId, sessionId } = itemTicketTable;
const ticketRow = rowColumns({
  organizationId,
  id,
  reference,
  status,
  redeemedAt,
  eventId,
  sessionId,
  catalogId,
  timezone: catalogTable.timezone,
  day: sql<string>`coalesce(session.day, offer.day)`,
  endsAt: sql<Date | null>`session.occurs_at + session.duration::interval`,
});

/** The reservation, catalogue, session and offer of `item_ticket`. */
export const withVisit = sql`
  join ticketing.booking_order on booking_order.catalog_id = item_ticket.catalog_id
    and booking_order.id = item_ticket.order_id
  join ticketing.reservation on reservation.catalog_id = item_ticket.catalog_id
    and reservation.id = booking_order.reservation_id
  join ticketing.catalog on catalog.id = item_ticket.catalog_id
  join ticketing.offer on offer.catalog_id = item_ticket.catalog_id and offer.id = reservation.offer_id
  left join ticketing.session on session.catalog_id = item_ticket.catalog_id
    and session.id = item_ticket.session_id`;

/** Tickets that an organization may admit: it sold them, or they are of its catalogue. */
export function mayAdmit(organization: string): SQL {
  return sql`(item_ticket.organization_id = ${organization} or catalog.organization_id = ${organization})`;
}

const namedRow = z.object({ id: z.string() });

/** The tickets that scans name or undo. They are looked for in all catalogues: a code does not tell its own. */
async function namedTickets(
  reader: Reader,
  organization: string,
  scans: readonly ReadScan[],
): Promise<string[]> {
  const byId = scans.flatMap(({ ticket }) => ticket ?? []);
  const codes = scans.flatMap((scan) => scan.codes);
  const undone = scans.flatMap(({ undoes }) => undoes ?? []);
  if (codes.length === 0 && undone.length === 0) return byId;
  const found = await reader.rows(
    namedRow,
    sql`select id from ticketing.item_ticket where reference in ${boundTexts(codes)}
        union all
        select ticket_id from ticketing.admission
        where organization_id = ${organization} and ${isOneOf(admissionTable.id, undone)} and ticket_id is not null`,
  );
  return [...byId, ...found.map((ticket) => ticket.id)];
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
  const ids = new Set(await namedTickets(transaction, organization, scans));
  const locked = await Promise.all(
    byCatalog([...ids], catalogOf).map(([catalog, own]) =>
      transaction.read(
        ticketRow,
        sql`from ticketing.item_ticket ${withVisit}
            where item_ticket.catalog_id = ${catalog} and ${isOneOf(id, own)} and ${mayAdmit(organization)}
              and not reservation.gift_card
            order by item_ticket.id
            for update of item_ticket`,
      ),
    ),
  );
  return locked.flat();
}

/** The admissions of an organization with these ids; of two with the same id, the first one comes last (decision 75). */
export async function storedAdmissions(
  reader: Reader,
  organization: string,
  ids: readonly string[],
): Promise<StoredAdmission[]> {
  return reader.read(
    admissionRow,
    sql`from ticketing.admission
        where organization_id = ${organization} and ${isOneOf(admissionTable.id, ids)}
        order by received_at desc`,
  );
}

/** What identifies an admission. */
export type AdmissionKey = Pick<StoredAdmission, 'organizationId' | 'id' | 'catalogId'>;

/**
 * Records a conflict of scans that were answered before, but whose answers never arrived: the device then let the person
 * in on its own.
 */
export function recordConflicts(transaction: Transaction, keys: readonly AdmissionKey[]): Promise<void> {
  return update(transaction, keys, sql`conflict = true`);
}

/** Records who has looked at conflicts, unless somebody did before. */
export function recordResolution(
  transaction: Transaction,
  keys: readonly AdmissionKey[],
  { at, actor }: { at: Date; actor: string },
): Promise<void> {
  const resolved = sql`resolved_at = coalesce(resolved_at, ${at.toISOString()}::timestamptz),
    resolved_by = case when resolved_at is null then ${actor}::text else resolved_by end`;
  return update(transaction, keys, resolved);
}

/** Changes admissions of an organization. */
async function update(transaction: Transaction, keys: readonly AdmissionKey[], change: SQL): Promise<void> {
  await Promise.all(
    byCatalog(keys, (key) => key.catalogId).map(([catalog, [first, ...others]]) => {
      const ids = [first, ...others].map((key) => key.id);
      return transaction.run(
        sql`update ticketing.admission set ${change}
            where catalog_id = ${catalog} and organization_id = ${first.organizationId}
              and ${isOneOf(admissionTable.id, ids)}`,
      );
    }),
  );
}

const entranceRow = rowColumns({ ticketId: admissionTable.ticketId, entrance: admissionTable.entrance });

/** Where redeemed tickets were admitted, by their ids; those that were not scanned are missing. */
export async function readEntrances(
  reader: Reader,
  tickets: readonly Pick<TicketAtEntrance, 'catalogId' | 'id'>[],
): Promise<Map<string, string>> {
  const parts = byCatalog(tickets, (ticket) => ticket.catalogId).map(([catalog, own]) =>
    reader.read(
      entranceRow,
      sql`from ticketing.admission
          where catalog_id = ${catalog} and ticket_id in ${boundIds(own.map((ticket) => ticket.id))}
            and result = 'admitted' and undone_at is null`,
    ),
  );
  const found = (await Promise.all(parts)).flat();
  return new Map(found.map(({ ticketId, entrance }) => [ticketId ?? '', entrance]));
}

/** Another call has written an admission with the same id: a repetition reads it. */
export class WrittenMeanwhile extends Error {
  override name = 'WrittenMeanwhile';
  readonly code = 'WRITTEN_MEANWHILE';
}

async function insertAdmissions(
  transaction: Transaction,
  admissions: readonly StoredAdmission[],
): Promise<void> {
  if (admissions.length === 0) return;
  const written = await transaction.run(
    sql`${admissionsInsert(admissions)} on conflict (organization_id, id, catalog_id) do nothing`,
  );
  if (written < admissions.length) throw new WrittenMeanwhile();
}

const changes = bulkColumns({ id, status, redeemedAt });

/** Writes what scans have changed: `tickets` are locked. */
export async function writeAdmissions(
  transaction: Transaction,
  { admissions, tickets, undone }: Decided,
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await update(transaction, undone, sql`undone_at = ${at}`);
  await insertAdmissions(transaction, admissions);
  await Promise.all(
    byCatalog(tickets, (ticket) => ticket.catalogId).map(([catalog, own]) => {
      const rows = own.map((one) => ({ id: one.id, status: one.status, redeemedAt: one.redeemedAt }));
      return transaction.run(
        sql`update ticketing.item_ticket
            set status = one.status, redeemed_at = one."redeemedAt", updated_at = ${at}
            from ${changes.from(rows)}
            where item_ticket.catalog_id = ${catalog} and item_ticket.id = one.id`,
      );
    }),
  );
}
