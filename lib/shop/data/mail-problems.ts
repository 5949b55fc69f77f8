import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Reader } from '../../database/database';
import { mailTable } from '../tables/mail-table';
import { type MailTask, taskTable } from '../tables/task-table';

type Row = typeof mailTable.$inferSelect;

/** An e-mail that staff have to look at. `failure`: why it was given up; null while it is still to be sent. */
export type MailProblem = Pick<Row, 'kind' | 'failure'> & { attention: MailTask };

export async function readMailProblems({ db }: Reader, checkoutId: string): Promise<MailProblem[]> {
  return db
    .select({ kind: mailTable.kind, attention: sql<MailTask>`${taskTable.kind}`, failure: mailTable.failure })
    .from(mailTable)
    .innerJoin(taskTable, sql`${taskTable.key} = ${mailTable.id}::text`)
    .where(
      and(
        or(eq(mailTable.checkoutId, checkoutId), eq(mailTable.messageCheckoutId, checkoutId)),
        isNull(taskTable.closedAt),
      ),
    )
    .orderBy(taskTable.since, mailTable.kind);
}
