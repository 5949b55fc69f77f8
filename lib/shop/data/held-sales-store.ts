import { and, desc, eq, sql } from 'drizzle-orm';
import type { Reader } from '../../database/database';
import type { StaffCatalogs } from '../rules/staff-catalogs';
import { checkoutTable } from '../tables/checkout-table';
import { isOfCatalogs } from './booking-catalogs';

/** A sale at the counter whose tickets are held, and not paid yet. */
export interface HeldSale {
  readonly id: string;
  readonly reference: string;
  /** Until its places can be sold again. */
  readonly minutesLeft: number;
}

const mostSales = 20;

const { id, reference, expiresAt, channel, state, createdAt } = checkoutTable;
const minutesLeft = sql<number>`ceil(extract(epoch from ${expiresAt} - clock_timestamp()) / 60)::int`;

/** The newest 20 sales at the counter that are held, of these catalogues and the last day: a hold is shorter, and the index is by time. */
export async function readHeldSales({ db }: Reader, catalogs: StaffCatalogs): Promise<HeldSale[]> {
  return db
    .select({ id, reference, minutesLeft })
    .from(checkoutTable)
    .where(
      and(
        eq(channel, 'counter'),
        eq(state, 'held'),
        sql`${expiresAt} > clock_timestamp()`,
        sql`${createdAt} > clock_timestamp() - interval '1 day'`,
        isOfCatalogs(sql`${id}`, catalogs),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(mostSales);
}
