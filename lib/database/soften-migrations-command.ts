import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutLongLocks } from './long-locks';

// The last step of `npm run migrations`: rewrites the new migration of drizzle-kit so that it is safe for tables in
// use.

for (const folder of process.argv.slice(2)) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const newest = files.at(-1);
  if (newest === undefined) continue;
  const path = join(folder, newest);
  const text = await readFile(path, 'utf8');
  const safe = withoutLongLocks(text);
  if (safe === text) continue;
  await writeFile(path, safe);
  process.stdout.write(`${path}: made safe for live tables\n`);
}
