import { readSettings, WrongEnvironment } from '../network/check-settings';
import { DatabaseUnavailable } from '../database/database';
import { databasePooler, databaseUrl } from '../database/database-url';
import { openPostgres } from '../database/postgres';
import { programTables } from '../database/program-tables';

// `bin/ticketing migrate service` or `storefront`: brings the tables of this program in DATABASE_URL up to date, as the program
// does when it starts, for roles that must not do that (docs/operation.md).

const usage = `Usage: DATABASE_URL=postgres://… bin/ticketing migrate ${Object.keys(programTables).join(' | ')}\n`;

const isProgram = (name: string): name is keyof typeof programTables => Object.hasOwn(programTables, name);

async function run(name: string): Promise<string | null> {
  if (!isProgram(name)) return usage;
  try {
    const kinds = { DATABASE_URL: databaseUrl.optional(), DATABASE_POOLER: databasePooler };
    const { DATABASE_URL: url, DATABASE_POOLER: pooler } = readSettings(kinds, process.env);
    if (url === undefined) return usage;
    const database = await openPostgres({ url, pooler, ...programTables[name] });
    await database.close();
    return null;
  } catch (error) {
    if (error instanceof DatabaseUnavailable || error instanceof WrongEnvironment)
      return `${error.message}\n`;
    throw error;
  }
}

const failure = await run(process.argv[2] ?? '');
process.stdout.write(failure ?? 'The tables are up to date.\n');
process.exitCode = failure === null ? 0 : 1;
