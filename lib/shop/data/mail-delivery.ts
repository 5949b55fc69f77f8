import { eq, sql } from 'drizzle-orm';
import type { Reader } from '../../database/database';
import { checkoutTable } from '../tables/checkout-table';

/** Whether the mail server has accepted an e-mail, has not got it yet, or refused it permanently. */
export type Delivery = 'sent' | 'sending' | 'undelivered';

/** Whether that with the link to a checkout's order was delivered, in the statement that reads the checkout; null: it was not needed. */
export const deliveryOfConfirmation = sql<Delivery | null>`(
  select case when sent_at is not null then 'sent' when failure is null then 'sending'
    when failure <> 'not needed' then 'undelivered' end
  from storefront.mail where mail.checkout_id = checkout.id and mail.kind = 'confirmation')`;

export async function confirmationDelivery({ db }: Reader, checkoutId: string): Promise<Delivery | null> {
  const [found] = await db
    .select({ delivery: deliveryOfConfirmation })
    .from(checkoutTable)
    .where(eq(checkoutTable.id, checkoutId));
  return found?.delivery ?? null;
}
