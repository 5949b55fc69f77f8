import type { Database } from '@/lib/database/database';
import { openDatabase } from '@/lib/database/open-database';

/** The folder of the migrations that create the shop's tables. */
export const shopTables = { migrations: 'lib/shop/migrations', schema: 'storefront_migrations' };

/** The shop's database on a PostgreSQL server of the tests, with enough connections for races. */
export function openShopDatabase(url: string, connections = 20): Promise<Database> {
  return openDatabase({
    url,
    folder: '.',
    connections,
    ...shopTables,
  });
}
