import { sql } from 'drizzle-orm';
import { readDay } from '@/lib/shop/flows/closing/read-day';
import { startPostgres } from '../database/postgres';
import { orderedWithTickets } from './cancellations';
import { openShopDatabase } from './tables';
import { startTestShop } from './test-shop';

export const timeZone = 'UTC';
export const today = () => new Date().toISOString().slice(0, 10);

/** A shop on PostgreSQL whose days are closed. */
export async function startClosingShop() {
  const server = await startPostgres();
  const database = await openShopDatabase(await server.createDatabase(), 6);
  const shop = await startTestShop({ database });
  const run = (statement: string) =>
    database.transaction((transaction) => transaction.run(sql.raw(statement)));
  return {
    shop,
    run,
    read: (day = today()) => readDay(database, { day, timeZone }),
    /** An order whose payment was taken in cash. */
    soldForCash: async (quantity = 2): Promise<string> => {
      const { id } = await orderedWithTickets(shop, quantity);
      await run(`update storefront.payment set method = 'cash' where checkout_id = '${id}'`);
      return id;
    },
    /** Without purchases, payouts and closed days. */
    reset: async () => {
      shop.reset();
      const { intents, refunds, payouts } = shop.provider;
      for (const records of [intents, refunds, payouts]) records.clear();
      await run(`truncate storefront.checkout cascade`);
      await database.transaction(async (transaction) => {
        // Without the trigger that keeps closed days.
        await transaction.run(sql`set local session_replication_role = replica`);
        await transaction.run(sql`truncate storefront.closing, storefront.payout`);
      });
    },
    close: async () => {
      await shop.close();
      await server.stop();
    },
  };
}
