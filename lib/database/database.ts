import { sql, type SQL } from 'drizzle-orm';
import type { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { z } from 'zod';
import type { Pooler } from './database-url';

/** Sends one statement: its rows, as arrays or as objects by column, and how many rows it changed. */
export type Send = (statement: {
  text: string;
  params: unknown[];
  rowMode: 'array' | 'object';
}) => Promise<{ rows: unknown[]; changed: number }>;

/** The columns of a raw SELECT, and the type of its rows. */
export interface RowColumns<Row> {
  readonly list: SQL;
  /** Of columns whose values are parsed. */
  readonly decode?: (row: Record<string, unknown>) => Row;
  /** Carries the type only. */
  readonly row?: Row;
}

/**
 * Reads. Values come back as: timestamptz as Date, date as 'YYYY-MM-DD', numeric as string,
 * bigint as number, jsonb parsed.
 */
export interface Reader {
  readonly db: Pick<PgRemoteDatabase, 'select' | 'selectDistinct' | 'selectDistinctOn' | '$count'>;
  /** The rows of a raw SELECT; `rest` follows the columns. */
  read<Row>(columns: RowColumns<Row>, rest: SQL): Promise<Row[]>;
  /** The rows of a raw statement that changes nothing, each parsed by `row`. */
  rows<Row>(row: z.ZodType<Row>, statement: SQL): Promise<Row[]>;
  /** How statements are sent, for code that wraps a reader. */
  readonly send: Send;
}

/** Reads and changes, in one transaction. Writing through a mere reader does not compile. */
export interface Transaction extends Reader {
  readonly db: Reader['db'] & Pick<PgRemoteDatabase, 'insert' | 'update' | 'delete'>;
  /** The rows that a changing statement returns. */
  write<Row>(row: z.ZodType<Row>, statement: SQL): Promise<Row[]>;
  /** The rows of a changing statement that ends with a SELECT of these columns. */
  returning<Row>(columns: RowColumns<Row>, statement: (list: SQL) => SQL): Promise<Row[]>;
  /** Runs a changing statement; resolves to the number of rows that it changed. */
  run(statement: SQL): Promise<number>;
}

/** What sends one changing statement: in a transaction, or as one. */
export type Single = Pick<Transaction, 'db' | 'write' | 'returning' | 'run' | 'send'>;

export interface Database extends Reader {
  /**
   * Runs `work` in one transaction (READ COMMITTED): commits when it resolves, rolls back when it rejects. Runs it
   * again if the database aborted it because of another transaction (a deadlock, a serialization failure).
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** One changing statement as a whole transaction: one message to the server instead of three. */
  readonly single: Single;
  /** Its tables may be on several servers (Citus). */
  readonly isDistributed: boolean;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://…`; without it the database is embedded. */
  url?: string;
  /** Where the embedded database keeps its files. */
  folder: string;
  /** The folder of the migrations, as drizzle-kit writes them. */
  migrations: string;
  /** The PostgreSQL schema for the record of migrations; it is not the schema of the tables. */
  schema: string;
  /** The maximum number of connections to PostgreSQL (10). */
  connections?: number;
  /** For how long PostgreSQL keeps plans (10). */
  planSeconds?: number;
  /**
   * For how long a statement waits for the answer of PostgreSQL, until its connection counts as lost (20). PostgreSQL itself
   * ends the statement after three quarters of this time.
   */
  answerSeconds?: number;
  /** For how long a request waits for a connection (5); a busy machine of tests needs longer for a hundred at once. */
  connectSeconds?: number;
  /** The URL is that of a pooler (DATABASE_POOLER). */
  pooler?: Pooler;
}

/** A database that can't be opened: the message says what to do. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** The connection to the database broke, or could not be made in time. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
  readonly code = 'CONNECTION_LOST';
}

/** The message of the first error, inside all errors that wrap it. */
export function firstReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : firstReason(error.cause);
}

/** Binds a value as jsonb, as a text, because drivers disagree on whether a string is JSON already. */
export function json(value: unknown): SQL {
  return sql`${JSON.stringify(value)}::text::jsonb`;
}

/** The code of an error of the system or of PostgreSQL (SQLSTATE); null: it has none. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

// EAI_AGAIN: the name can't be looked up now.
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * True for the errors that the drivers throw if PostgreSQL can't be reached, is starting, or is stopping, if it has no
 * connection, memory or disk left (class 53), if it takes no writes because another server does now (25006), if a lock
 * could not be taken in time (55P03), and if a statement was ended because it took too long (57014).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code === null) return false;
  return (
    unreachable.has(code) ||
    code === 'CONNECTION_LOST' ||
    code === '25006' ||
    code === '55P03' ||
    code === '57014' ||
    code.startsWith('53') ||
    code.startsWith('57P') ||
    code.startsWith('08')
  );
}
