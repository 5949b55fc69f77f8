import { openShopDatabase } from '@/testing/shop/tables';
import { fillNames, indexAllPersons } from '@/testing/shop/filled-persons';
import { fillShop, type FilledShop } from '@/testing/shop/filled-shop';
import { runSql } from './tools/sql';
import type { BenchEnvironment } from './tools/environment';

const fullOrders = 1_000_000;
/** The days over which the purchases are spread, until now. */
export const filledDays = 100;

/** A database of the shop with a million purchases, at the full scale. */
export async function openFilledShop(
  bench: BenchEnvironment,
  { hasNames = false } = {},
): Promise<{ url: string; shop: FilledShop }> {
  const orders = Math.max(1000, Math.round(fullOrders * bench.settings.scale));
  const length = filledDays * 24 * 60 * 60_000;
  const shop = {
    orders,
    begin: new Date(Date.now() - length),
    spacingMilliseconds: length / orders,
    hasNames,
  };
  const url = await bench.newDatabase();
  const database = await openShopDatabase(url, 2);
  if (hasNames) await fillNames(database);
  await fillShop(database, shop);
  if (hasNames) await indexAllPersons(database);
  await database.close();
  await runSql(url, 'vacuum analyze', 'checkpoint');
  return { url, shop };
}
