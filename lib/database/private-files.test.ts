import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { putDatabaseInto } from '@/testing/database/embedded';
import { openPaths } from '@/testing/open-paths';
import { temporaryFolder } from '@/testing/temporary-folder';
import { openDatabase } from './open-database';
import { keepDataPrivate } from './private-files';

const tables = { migrations: 'lib/shop/migrations', schema: 'storefront_migrations' };

async function open(path: string, mode: number): Promise<void> {
  await writeFile(path, 'secret');
  await chmod(path, mode);
}

async function openFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o777);
}

it('only the user of the program can use the files of the embedded database, also without a umask', async () => {
  const folder = join((await temporaryFolder()).path, 'storefront');
  const database = await openDatabase({ folder, ...tables });
  await database.transaction(async (transaction) => {
    await transaction.run(sql`create table public.thing (id int primary key, name text)`);
    await transaction.run(
      sql`insert into public.thing select n, repeat('x', 99) from generate_series(1, 999) n`,
    );
  });
  expect(await openPaths(folder)).toEqual([]);
  await database.close();
  expect(await openPaths(folder)).toEqual([]);
});

it('an embedded database of an earlier version is closed to others when it is opened', async () => {
  const folder = join((await temporaryFolder()).path, 'storefront');
  await putDatabaseInto(folder, tables);
  await chmod(folder, 0o755);
  await chmod(join(folder, 'pgdata'), 0o755);
  await chmod(join(folder, 'pgdata/PG_VERSION'), 0o666);
  const database = await openDatabase({ folder, ...tables });
  expect(await openPaths(folder)).toEqual([]);
  await database.close();
});

it('what an earlier version left open in DATA_DIR is closed, and the folder too', async () => {
  const dataDir = join((await temporaryFolder()).path, 'data');
  for (const name of ['', 'documents/order', 'images', 'demo/mail', 'log'])
    await openFolder(join(dataDir, name));
  for (const path of ['documents/order/1.pdf', 'images/1.webp', 'demo/mail/1.eml', 'log/service.log'])
    await open(join(dataDir, path), 0o666);
  await open(join(dataDir, 'documents-secret'), 0o644);
  keepDataPrivate(dataDir);
  expect(await openPaths(dataDir)).toEqual([]);
  expect((await stat(join(dataDir, 'images/1.webp'))).mode & 0o777).toBe(0o600);
});

it('files of others beside the data, and where a link leads, keep their modes', async () => {
  const dataDir = (await temporaryFolder()).path;
  await openFolder(dataDir);
  await openFolder(join(dataDir, 'images'));
  await open(join(dataDir, 'of-others'), 0o644);
  await symlink(join(dataDir, 'of-others'), join(dataDir, 'images/link'));
  const told: string[] = [];
  keepDataPrivate(dataDir, (path) => told.push(path));
  expect(await openPaths(dataDir)).toEqual([' 777', 'of-others 644']);
  expect(told).toEqual([dataDir]);
});
