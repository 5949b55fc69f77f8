import { writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { embeddedOn } from '@/lib/database/embedded';
import { extensions } from '@/lib/database/embedded-extensions';
import { exchangeWith } from '@/lib/database/engine-stream';

/** Writes an empty embedded database: opening a copy of it is five times as fast as making one. */
export async function writeEmpty(file: string): Promise<void> {
  await writeAndClose(await PGlite.create({ extensions }), file);
}

/** Writes a copy of the empty one after its migrations, so that these run once for all tests. */
export async function writeMigrated(
  file: string,
  empty: Blob,
  options: { migrations: string; schema: string },
): Promise<void> {
  const engine = await PGlite.create({ loadDataDir: empty, extensions });
  const database = await embeddedOn(exchangeWith(engine), options);
  await database.close();
  await writeAndClose(engine, file);
}

async function writeAndClose(engine: PGlite, file: string): Promise<void> {
  const dump = await engine.dumpDataDir('none');
  await engine.close();
  await writeFile(file, new Uint8Array(await dump.arrayBuffer()));
}
