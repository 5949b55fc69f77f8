import type { Database } from '../database/database';
import { openDatabase } from '../database/open-database';

/** Where the shop's tables come from. */
export const shopTables = { migrations: 'lib/checkout/migrations', schema: 'storefront_migrations' };

/** The shop's database on a PostgreSQL of the tests, with connections enough for races. */
export function openShopDatabase(url: string, connections = 20): Promise<Database> {
  return openDatabase({
    ...{ url, folder: '.', connections },
    ...shopTables,
  });
}
