import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { boundRows, boundTexts } from '../../database/bound-rows';
import type { Transaction } from '../../database/database';
import { together } from '../../database/together';
import type { Language } from '../../locale/languages';
import { canBeMailed, partsWithJobs } from './mail-store';

/**
 * Enqueues the e-mail of a message to the customer of each of these bookings who can be written to. Concurrency guarantee: a
 * booking gets one e-mail of a message, however often it is enqueued.
 */
export async function enqueueMessages(
  transaction: Transaction,
  messageId: string,
  references: readonly string[],
): Promise<void> {
  const stored = sql`insert into storefront.mail (id, sending, message_id, message_checkout_id, kind, created_at)
      select gen_random_uuid(), gen_random_uuid(), ${messageId}::uuid, checkout.id, 'message', clock_timestamp()
      from storefront.checkout where reference in ${boundTexts(references)} and ${canBeMailed}
      on conflict (message_checkout_id, message_id) where message_checkout_id is not null do nothing`;
  await transaction.run(together(partsWithJobs(stored, 'bulk_mail')));
}

/** Enqueues a test of each of the texts of a message, in place of the tests of earlier texts. */
export async function enqueueTests(
  transaction: Transaction,
  messageId: string,
  { to, languages }: { to: string; languages: readonly Language[] },
): Promise<void> {
  await transaction.run(
    sql`with earlier as (
          delete from storefront.mail where message_id = ${messageId} and kind = 'message_test' returning id)
        delete from storefront.job using earlier where subject = 'mail' and key = earlier.id::text`,
  );
  const tests = boundRows(
    languages.map((language) => ({ id: newId(), language })),
    'one (id uuid, language text)',
  );
  const stored = sql`insert into storefront.mail
        (id, sending, message_id, kind, test_language, recipient, created_at)
      select one.id, gen_random_uuid(), ${messageId}::uuid, 'message_test', one.language, ${to}::text, clock_timestamp()
      from ${tests}`;
  await transaction.run(together(partsWithJobs(stored)));
}
