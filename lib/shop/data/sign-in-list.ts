import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Reader, Transaction } from '../../database/database';
import { staffMemberTable } from '../tables/audit-table';
import { staffSessionTable } from '../tables/staff-session-table';
import { audit } from './audit-store';
import { isAlive } from './staff-session-store';

const { tokenHash: id, staff, browser, network, createdAt, seenAt } = staffSessionTable;

/** Who is signed in, where, and since when: the sign-ins of one person, or, without `whose`, of all. */
export function readSignIns({ db }: Reader, whose?: string) {
  return db
    .select({
      id,
      staff: sql<string>`${staff}`,
      name: sql<string>`coalesce(${staffMemberTable.name}, ${staff})`,
      browser,
      network,
      createdAt,
      seenAt,
    })
    .from(staffSessionTable)
    .leftJoin(staffMemberTable, eq(staffMemberTable.id, staff))
    .where(and(isAlive, whose === undefined ? sql`${staff} is not null` : eq(staff, whose)))
    .orderBy(asc(staffMemberTable.name), asc(staff), desc(seenAt));
}

export type ListedSignIn = Awaited<ReturnType<typeof readSignIns>>[number];

/** Which sign-ins end: one of a person; one of anybody else; all of a person but one. */
export type EndedSignIns =
  | { readonly id: string; readonly whose: string }
  | { readonly id: string; readonly notOf: string }
  | { readonly whose: string; readonly butId: string };

function conditionsOf(which: EndedSignIns): SQL | undefined {
  if ('butId' in which) return and(eq(staff, which.whose), ne(id, which.butId));
  return and(eq(id, which.id), 'whose' in which ? eq(staff, which.whose) : ne(staff, which.notOf));
}

const endedRow = z.object({ staff: z.string() });

/**
 * Ends sign-ins that were valid until now, and forgets what the identity provider gave for them; resolves to whose they were,
 * each once for each sign-in. Concurrency guarantee: each ends once, and none of them is extended afterwards.
 */
export async function endSignIns(transaction: Transaction, which: SQL | undefined): Promise<string[]> {
  const ended = await transaction.write(
    endedRow,
    sql`update storefront.staff_session set ended_at = clock_timestamp(), tokens = null
      where ${and(isAlive, which)} returning staff`,
  );
  return ended.map((one) => one.staff);
}

/** Ends them by the hand of `by`, with an entry of the audit log; resolves to how many there were. */
export function endSignInsBy(database: Database, by: string, which: EndedSignIns): Promise<number> {
  return database.transaction(async (transaction) => {
    const ended = await endSignIns(transaction, conditionsOf(which));
    const [person] = ended;
    if (person !== undefined)
      await audit(transaction, {
        staff: by,
        action: 'sign_in_ended',
        subject: { kind: 'staff', id: person },
        detail: { signIns: ended.length },
      });
    return ended.length;
  });
}
