import { DatabaseUnavailable } from './database';
import { databasePooler } from './database-url';
import { openPostgres } from './postgres';
import { programTables } from './program-tables';

// `npm run migrate -- service` or `-- storefront`: brings the tables of this program in DATABASE_URL up to date, as the program
// does when it starts, for roles that must not do that (docs/operation.md).

const usage = `Usage: DATABASE_URL=postgres://… npm run migrate -- ${Object.keys(programTables).join(' | ')}\n`;

const isProgram = (name: string): name is keyof typeof programTables => Object.hasOwn(programTables, name);

async function run(name: string, url: string, poolerText: string): Promise<string | null> {
  if (!isProgram(name) || url === '') return usage;
  const pooler = databasePooler.safeParse(poolerText === '' ? undefined : poolerText);
  if (!pooler.success) return `DATABASE_POOLER ${pooler.error.issues[0]?.message ?? 'is wrong'}.\n`;
  try {
    const database = await openPostgres({ url, pooler: pooler.data, ...programTables[name] });
    await database.close();
    return null;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return `${error.message}\n`;
    throw error;
  }
}

const { DATABASE_URL = '', DATABASE_POOLER = '' } = process.env;
const failure = await run(process.argv[2] ?? '', DATABASE_URL, DATABASE_POOLER);
process.stdout.write(failure ?? 'The tables are up to date.\n');
process.exitCode = failure === null ? 0 : 1;
