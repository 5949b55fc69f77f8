import { DatabaseUnavailable } from '@/lib/database/database';
import { openPostgres } from '@/lib/database/postgres';
import { programTables } from '@/lib/database/program-tables';
import { WrongEnvironment } from '@/lib/network/check-settings';
import { distribute } from './distribute';
import { readCoordinator } from './env';

// `bin/ticketing distribute`: distributes the tables over the servers of a Citus cluster (docs/scaling.md).

async function run(): Promise<string> {
  const { url, pooler } = readCoordinator();
  const database = await openPostgres({ url, pooler, ...programTables.service });
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
