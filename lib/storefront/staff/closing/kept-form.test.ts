import { afterAll, beforeAll, expect, it } from 'vitest';
import { tillsOf } from '@/testing/shop/shifts';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { signedIn } from '@/testing/storefront/signed-in';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { forStaff } from '../../common/account/for-staff';
import { closeShopDay } from './closing';

let shop: TestShop;
let stop: () => Promise<void>;
beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
});
afterAll(() => stop());

it('a form of before a shift closes no day while the person has a till to count', async () => {
  const tills = tillsOf(shop);
  await tills.reset();
  await tills.open('ada', 'North');
  await tills.sell('ada');
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date());
  const close = async (id: string) =>
    (await signedIn(id, { roles: ['agent'], catalogs: null }))(() =>
      forStaff('orders:change', async (staff) => ({
        problem: await closeShopDay(staff, { day, counted: '36.00', expected: '36.00', note: '' }),
      })),
    );
  expect(await close('ada')).toMatchObject({ value: { problem: 'changed' } });
  expect(await close('bo')).toMatchObject({ value: { problem: null } });
});
