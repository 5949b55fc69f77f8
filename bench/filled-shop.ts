import { openShopDatabase } from '@/lib/checkout/database-testing';
import { fillShop, type FilledShop } from '@/lib/checkout/filled-shop-testing';
import { runSql } from './sql';
import type { Stage } from './stage';

const fullOrders = 1_000_000;
/** Over which the purchases are spread, until now. */
export const filledDays = 100;

/** A database of the shop with a million purchases in it, at the full scale. */
export async function openFilledShop(stage: Stage): Promise<{ url: string; shop: FilledShop }> {
  const orders = Math.max(1000, Math.round(fullOrders * stage.settings.scale));
  const length = filledDays * 24 * 60 * 60_000;
  const shop = { orders, begin: new Date(Date.now() - length), spacingMilliseconds: length / orders };
  const url = await stage.newDatabase();
  const database = await openShopDatabase(url, 2);
  await fillShop(database, shop);
  await database.close();
  await runSql(url, 'vacuum analyze', 'checkpoint');
  return { url, shop };
}
