import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';

/**
 * Reads. Values come back the same from both drivers: timestamptz as Date, date as 'YYYY-MM-DD', numeric as string,
 * bigint as number, jsonb parsed.
 */
export interface Reader {
  /** The rows of a statement that changes nothing, each parsed by `row`. */
  rows<Row>(row: z.ZodType<Row>, statement: SQL): Promise<Row[]>;
}

/** Reads and changes, in one transaction. A reader has no writing methods, so the mistake does not compile. */
export interface Transaction extends Reader {
  /** The rows that a changing statement returns. */
  write<Row>(row: z.ZodType<Row>, statement: SQL): Promise<Row[]>;
  /** Runs a changing statement; resolves to the number of rows that it changed. */
  run(statement: SQL): Promise<number>;
}

export interface Database extends Reader {
  /**
   * Runs `work` in one transaction (READ COMMITTED): commits when it resolves, rolls back when it rejects. Runs it
   * again when the database gave it up for another's sake (a deadlock, a serialization failure).
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://…`; without it the database is embedded. */
  url?: string;
  /** Where the embedded database keeps its files. */
  folder: string;
  /** The folder of the migrations, as drizzle-kit writes them. */
  migrations: string;
  /** The PostgreSQL schema in which the record of migrations is kept; not the one of the tables. */
  schema: string;
  /** The most connections to PostgreSQL (10). */
  connections?: number;
}

/** A database that can't be opened: the sentence says what to do. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** The connection to the database broke, or could not be had in time. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
  readonly code = 'CONNECTION_LOST';
}

/** The message of what went wrong first, below whatever wrapped it. */
export function firstReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : firstReason(error.cause);
}

/** Binds a value as jsonb. By way of text, because drivers disagree on whether a string is JSON already. */
export function json(value: unknown): SQL {
  return sql`${JSON.stringify(value)}::text::jsonb`;
}

/**
 * True for what the drivers throw when PostgreSQL can't be reached, is starting, or is going away; and when a lock could
 * not be had in time (55P03).
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'].includes(code) ||
    code === 'CONNECTION_LOST' ||
    code === '55P03' ||
    code.startsWith('57P') ||
    code.startsWith('08')
  );
}
