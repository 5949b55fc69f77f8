import { openShopDatabase } from '@/testing/checkout/tables';
import { fillShop, type FilledShop } from '@/testing/checkout/filled-shop';
import { runSql } from './sql';
import type { BenchEnvironment } from './environment';

const fullOrders = 1_000_000;
/** The days over which the purchases are spread, until now. */
export const filledDays = 100;

/** A database of the shop with a million purchases, at the full scale. */
export async function openFilledShop(bench: BenchEnvironment): Promise<{ url: string; shop: FilledShop }> {
  const orders = Math.max(1000, Math.round(fullOrders * bench.settings.scale));
  const length = filledDays * 24 * 60 * 60_000;
  const shop = { orders, begin: new Date(Date.now() - length), spacingMilliseconds: length / orders };
  const url = await bench.newDatabase();
  const database = await openShopDatabase(url, 2);
  await fillShop(database, shop);
  await database.close();
  await runSql(url, 'vacuum analyze', 'checkpoint');
  return { url, shop };
}
