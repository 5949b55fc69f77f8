import type { Client } from 'pg';
import { z } from 'zod';
import { addressOf, connectAlone } from '../database/connections';
import { DatabaseUnavailable } from '../database/database';
import { type Pooler, withoutPassword } from '../database/database-url';
import { requireSettings, startParameters } from '../database/migrate-once';
import { connectionsFor } from '../database/open-database';
import { unusable } from '../database/postgres';
import { isOwnMachine } from '../network/deployment';
import { type Check, type Finding, ok, warning, wrong } from './check';
import { judgeClock, secondsAhead } from './clock';
import { lookAtTables, type ProgramName } from './tables';

export interface DatabaseLook {
  readonly program: ProgramName;
  /** Undefined: the embedded database. */
  readonly url?: string | undefined;
  readonly pooler?: Pooler;
  /** The most connections that all processes of the program on this machine open. */
  readonly connections: number;
}

/** `connections`: of each process; without it as many as is usual. */
export function databaseCheck({
  program,
  url,
  pooler,
  processes,
  connections = connectionsFor(processes),
}: Omit<DatabaseLook, 'connections'> & {
  processes: number;
  connections?: number | undefined;
}): Check {
  const look = { program, url, pooler, connections: processes * connections };
  return { subject: 'database', look: () => lookAtDatabase(look) };
}

/** The database server, its settings, the tables of a program and the rights of its role. Nothing is written. */
export async function lookAtDatabase(look: DatabaseLook): Promise<Finding[]> {
  const { url, pooler } = look;
  if (url === undefined)
    return [warning('The embedded database belongs to one process at a time, so it is not looked at.')];
  let client: Client;
  try {
    client = await connectAlone(addressOf(url), pooler === undefined ? startParameters() : {});
  } catch (error) {
    return [wrong(unusable(url, error).message)];
  }
  try {
    const pooled = await judgePooler(client, look, url);
    await client.query('begin read only');
    return [...pooled, ...(await lookInside(client, look, url))];
  } finally {
    await client.end();
  }
}

/** PgBouncer tells clients a number of its own in the place of that of the process of PostgreSQL. */
async function judgePooler(client: Client, { pooler }: DatabaseLook, url: string): Promise<Finding[]> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const [{ pid }] = z.tuple([z.object({ pid: z.int() })]).parse(rows);
  const isPooler = z.object({ processID: z.int().nullable() }).parse(client).processID !== pid;
  if (pooler === undefined)
    return isPooler
      ? [
          wrong(
            'DATABASE_URL is the address of a pooler: set DATABASE_POOLER=transaction, else statements get lost.',
          ),
        ]
      : [];
  if (!isPooler)
    return [
      warning(
        'DATABASE_POOLER is set, and PostgreSQL itself answers: leave it out, because statements are slower with it.',
      ),
    ];
  try {
    await requireSettings(client);
    return [ok('A pooler answers, as DATABASE_POOLER says.')];
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return [wrong(unusable(url, error).message)];
  }
}

async function lookInside(client: Client, look: DatabaseLook, url: string): Promise<Finding[]> {
  const milliseconds = await measure(client);
  const before = Date.now();
  const server = await readServer(client);
  const ahead = secondsAhead(server.now.getTime(), 0, { before, after: Date.now() });
  return [
    judgeAnswers(`${withoutPassword(url)} is PostgreSQL ${server.version}`, client.host, milliseconds),
    ...judgeVersion(server),
    ...judgeEncoding(server),
    judgeClock('the database', ahead),
    judgeConnections(look, server),
    ...judgeDurability(server),
    ...judgeArchive(server),
    ...(await lookAtTables(client, look.program)),
  ];
}

const serverSchema = z.object({
  version: z.string(),
  number: z.int(),
  encoding: z.string(),
  now: z.date(),
  most: z.int(),
  reserved: z.int(),
  fsync: z.string(),
  full_page_writes: z.string(),
  synchronous_commit: z.string(),
  wal_level: z.string(),
  archive_mode: z.string(),
  /** A command or a library is set. */
  canArchive: z.boolean(),
  lastArchived: z.date().nullable(),
  lastFailed: z.date().nullable(),
});

type Server = z.infer<typeof serverSchema>;

async function readServer(client: Client): Promise<Server> {
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       current_setting('server_encoding') as encoding, clock_timestamp() as now,
       current_setting('max_connections')::int as most,
       current_setting('superuser_reserved_connections')::int
         + coalesce(current_setting('reserved_connections', true), '0')::int as reserved,
       current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
       current_setting('synchronous_commit') as synchronous_commit,
       current_setting('wal_level') as wal_level, current_setting('archive_mode') as archive_mode,
       current_setting('archive_command') || coalesce(current_setting('archive_library', true), '') <> '' as "canArchive",
       last_archived_time as "lastArchived", last_failed_time as "lastFailed"
     from pg_stat_archiver`,
  );
  return serverSchema.parse(rows[0]);
}

/** The time of the fastest of several answers, in milliseconds: the others waited for what else this machine does. */
async function measure(client: Client): Promise<number> {
  const times: number[] = [];
  for (let tries = 0; tries < 8; tries += 1) {
    const before = performance.now();
    await client.query('select 1');
    times.push(performance.now() - before);
  }
  return Math.min(...times);
}

/** A purchase waits for a dozen answers one after the other. */
const slowMilliseconds = 10;

function judgeAnswers(what: string, host: string, milliseconds: number): Finding {
  const how = `${what}, and answers in ${milliseconds.toFixed(1)} ms.`;
  const isHere = host.startsWith('/') || isOwnMachine(`http://${host.includes(':') ? `[${host}]` : host}`);
  if (isHere || milliseconds < slowMilliseconds) return ok(how);
  return warning(
    `${how} Put program and database into the same network: each purchase waits for many answers.`,
  );
}

/** The oldest version that is tried (docs/scaling.md). */
const oldest = 15;

function judgeVersion({ number }: Server): Finding[] {
  return number >= oldest * 10_000
    ? []
    : [warning(`The programs are not tried with versions before PostgreSQL ${oldest}: use a later one.`)];
}

function judgeEncoding({ encoding }: Server): Finding[] {
  if (encoding === 'UTF8') return [];
  return [
    wrong(
      `The encoding of the database is ${encoding}: make a new one with “encoding 'UTF8' template template0”, and move the data.`,
    ),
  ];
}

function judgeConnections({ pooler, connections }: DatabaseLook, { most, reserved }: Server): Finding {
  if (pooler !== undefined) return ok('How many connections there are is decided by the pooler.');
  const allowed = most - reserved;
  const how = `This machine may open ${connections} connections, and the database allows ${allowed} in all.`;
  return connections <= allowed
    ? ok(how)
    : wrong(`${how} Lower DATABASE_CONNECTIONS or the number of processes, or raise max_connections.`);
}

function judgeDurability(server: Server): Finding[] {
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter(
    (name) => server[name] === 'off',
  );
  if (off.length === 0) return [ok('What is committed is on the disk.')];
  return off.map((name) =>
    wrong(
      `${name} is off: a crash of the database can lose purchases that were confirmed. Set ${name} = on.`,
    ),
  );
}

function judgeArchive({ wal_level: level, archive_mode: mode, ...archive }: Server): Finding[] {
  if (level === 'minimal' || mode === 'off')
    return [
      warning(
        `Its log is not archived (wal_level = ${level}, archive_mode = ${mode}), so a backup can’t be brought up to a moment, unless another tool receives the log: set wal_level = replica and archive_mode = on.`,
      ),
    ];
  if (!archive.canArchive)
    return [
      wrong(
        `Its log is not archived, because archive_command is empty (archive_mode = ${mode}), and stays on its disk until that is full: set archive_command, or archive_mode = off.`,
      ),
    ];
  const { lastArchived, lastFailed } = archive;
  if (lastFailed !== null && (lastArchived === null || lastFailed > lastArchived))
    return [
      wrong(
        `Its log could not be archived at ${lastFailed.toISOString()}, and not since, so a backup can’t be brought up to a later moment, and the log fills its disk: correct archive_command; the log of PostgreSQL says what failed.`,
      ),
    ];
  return [
    ok(lastArchived === null ? 'Its log is to be archived; none has been yet.' : 'Its log is archived.'),
  ];
}
