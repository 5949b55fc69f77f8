import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Runtime } from './runtime';

const row = z.object({ one: z.int() });

/** Rejects when the shop's database does not answer. */
export async function readDatabase({ rooms }: Pick<Runtime, 'rooms'>): Promise<void> {
  await rooms.database.rows(row, sql`select 1 as one`);
}

/** Rejects when nothing can be written to the data folder: an embedded database would stop. */
export async function writeToDisk({ config }: Pick<Runtime, 'config'>): Promise<void> {
  const { folder } = config.database;
  const file = join(folder, `ready-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, 'ready');
  } finally {
    await rm(file, { force: true });
  }
}
