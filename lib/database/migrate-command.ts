import { DatabaseUnavailable } from './database';
import { databasePooler } from './database-url';
import { openPostgres } from './postgres';
import { programTables } from './program-tables';

// `npm run migrate -- service` or `-- storefront`: brings the tables of this program in DATABASE_URL up to date, as the program
// does when it starts, for roles that must not do that (docs/operation.md).

const usage = `Usage: DATABASE_URL=postgres://… npm run migrate -- ${Object.keys(programTables).join(' | ')}\n`;

// A wrong value is that of a pooler, too: the programs name it when they start.
const pooler = databasePooler.catch('transaction').parse(process.env['DATABASE_POOLER'] || undefined);

const isProgram = (name: string): name is keyof typeof programTables => Object.hasOwn(programTables, name);

async function run(name: string, url: string): Promise<string | null> {
  if (!isProgram(name) || url === '') return usage;
  try {
    const database = await openPostgres({ url, pooler, ...programTables[name] });
    await database.close();
    return null;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return `${error.message}\n`;
    throw error;
  }
}

const failure = await run(process.argv[2] ?? '', process.env['DATABASE_URL'] ?? '');
process.stdout.write(failure ?? 'The tables are up to date.\n');
process.exitCode = failure === null ? 0 : 1;
