import { join } from 'node:path';
import { DatabaseUnavailable } from '@/lib/database/database';
import { openDatabase } from '@/lib/database/open-database';
import { programTables } from '@/lib/database/program-tables';
import { distribute } from './distribute';
import { readEnvironment, WrongEnvironment } from './env';

// `npm run service:distribute`: distributes the tables over the servers of a Citus cluster (docs/scaling.md).

async function run(): Promise<string> {
  const { databaseUrl: url, databasePooler: pooler, dataFolder } = readEnvironment();
  if (url === undefined)
    throw new WrongEnvironment('Set DATABASE_URL to the coordinator of a Citus cluster.');
  const database = await openDatabase({
    url,
    pooler,
    folder: join(dataFolder, 'service'),
    ...programTables.service,
  });
  await database.close();
  const tables = await distribute(url);
  return tables.length === 0
    ? 'All tables are distributed already.\n'
    : `Distributed: ${tables.join(', ')}.\n`;
}

try {
  process.stdout.write(await run());
} catch (error) {
  const isKnown =
    error instanceof WrongEnvironment ||
    error instanceof DatabaseUnavailable ||
    (error instanceof Error && 'code' in error);
  if (!isKnown) throw error;
  process.stderr.write(`${error.message.trimEnd()}\n`);
  process.exit(1);
}
