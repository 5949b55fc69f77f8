import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../database/database';
import { newToken } from '../tokens';
import { uploadTable } from '../tables/upload-table';
import { audit, type AuditRecord } from './audit-store';

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

const anHourAgo = sql`statement_timestamp() - interval '1 hour'`;

export interface NewUpload {
  staff: string;
  file: string;
  catalogId: string | null;
  bytes: Uint8Array;
}

export interface Upload extends Pick<typeof uploadTable.$inferSelect, 'id' | 'file' | 'catalogId' | 'hash'> {
  bytes: Uint8Array<ArrayBuffer>;
}

/** Stores a feed for an hour; resolves to its identifier. Deletes the uploads that are older. */
export async function saveUpload(
  { database }: { database: Database },
  { staff, file, catalogId, bytes }: NewUpload,
): Promise<string> {
  const id = newToken();
  const hash = createHash('sha256').update(bytes).digest('hex');
  const content = (await compress(bytes)).toString('base64');
  await database.transaction(async ({ db }) => {
    await db.delete(uploadTable).where(lte(uploadTable.createdAt, anHourAgo));
    const createdAt = sql`clock_timestamp()`;
    await db.insert(uploadTable).values({ id, staff, file, catalogId, hash, content, createdAt });
  });
  return id;
}

/** A feed that the person uploaded in the last hour; null if there is none with this identifier. */
export async function readUpload(
  { database: { db } }: { database: Database },
  { id, staff }: { id: string; staff: string },
): Promise<Upload | null> {
  const [found] = await db
    .select()
    .from(uploadTable)
    .where(and(eq(uploadTable.id, id), eq(uploadTable.staff, staff), gt(uploadTable.createdAt, anHourAgo)));
  if (found === undefined) return null;
  const { content, file, catalogId, hash } = found;
  return {
    id,
    file,
    catalogId,
    hash,
    bytes: new Uint8Array(await decompress(Buffer.from(content, 'base64'))),
  };
}

/** Deletes an upload that was imported, and records the import. */
export function endUpload(
  { database }: { database: Database },
  id: string,
  imported: AuditRecord,
): Promise<void> {
  return database.transaction(async (transaction) => {
    await transaction.db.delete(uploadTable).where(eq(uploadTable.id, id));
    await audit(transaction, imported);
  });
}
