import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Reader, Single } from '../../database/database';
import { jsonRows } from '../../database/json-rows';
import { type StartedExchange, startedExchangeTable } from '../tables/rebooking-table';

/** Nobody is surprised weeks later that earlier tickets pay for a purchase. */
const startedHours = 24;

const isOn = sql.raw(`started_exchange.started_at > clock_timestamp() - interval '${startedHours} hours'`);

/** That of an earlier purchase, in the statement that reads it. */
export const startedRows: SQL<StartedExchange[]> = jsonRows(getTableColumns(startedExchangeTable), {
  rest: sql`from storefront.started_exchange where started_exchange.earlier_id = checkout.id and ${isOn}`,
  orderBy: sql`started_exchange.earlier_id`,
});

/** Selects the purchase whose tickets are being exchanged by whoever may see it, as a browser with this token; null: none. */
export const exchangedBy = (tokenHash: string | null): SQL<string | null> =>
  sql<string | null>`(
    select started_exchange.earlier_id from storefront.access
    join storefront.started_exchange on started_exchange.earlier_id = access.checkout_id
    where access.token_hash = ${tokenHash}::text and ${isOn}
    order by started_exchange.started_at desc limit 1)`;

/** What is being exchanged in a browser; null: nothing. */
export async function findStarted(reader: Reader, tokenHash: string): Promise<StartedExchange | null> {
  const [found] = await reader.db
    .select()
    .from(startedExchangeTable)
    .where(eq(startedExchangeTable.earlierId, exchangedBy(tokenHash)));
  return found ?? null;
}

/** Begins an exchange, in place of an earlier one of the same purchase; those that nobody went on with are deleted. */
export async function saveStarted(
  single: Single,
  { earlierId, ...row }: Omit<StartedExchange, 'startedAt'>,
): Promise<void> {
  const values = { ...row, startedAt: sql`clock_timestamp()` };
  await single.db
    .insert(startedExchangeTable)
    .values({ earlierId, ...values })
    .onConflictDoUpdate({ target: startedExchangeTable.earlierId, set: values });
  await single.run(sql`delete from storefront.started_exchange where not (${isOn})`);
}

/** It ends: the tickets were exchanged, or are kept. */
export async function deleteStarted({ db }: Single, earlierId: string): Promise<void> {
  await db.delete(startedExchangeTable).where(eq(startedExchangeTable.earlierId, earlierId));
}
