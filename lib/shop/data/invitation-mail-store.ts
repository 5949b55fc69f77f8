import { sql } from 'drizzle-orm';
import type { Transaction } from '../../database/database';
import { together } from '../../database/together';
import { partsWithJobs } from './mail-store';

/** Enqueues the invitation of a member of staff, in place of the ones before. */
export async function enqueueInvitation(transaction: Transaction, account: string): Promise<void> {
  await transaction.run(
    sql`with earlier as (
          delete from storefront.mail where staff_account_id = ${account}::uuid returning id)
        delete from storefront.job using earlier where subject = 'mail' and key = earlier.id::text`,
  );
  const stored = sql`insert into storefront.mail (id, sending, staff_account_id, kind, created_at)
      values (gen_random_uuid(), gen_random_uuid(), ${account}::uuid, 'staff_invitation', clock_timestamp())`;
  await transaction.run(together(partsWithJobs(stored)));
}
