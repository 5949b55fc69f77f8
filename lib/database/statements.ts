import { DrizzleQueryError, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { PgRemoteDatabase, PgRemoteSession } from 'drizzle-orm/pg-proxy';
import { z } from 'zod';
import type { Reader, RowColumns, Send, Transaction } from './database';

const dialect = new PgDialect();

/**
 * Statements of Drizzle's query builder reject with the driver's errors, as raw statements do: Drizzle wraps them in an
 * error that has no code, and that quotes the parameters.
 */
class Session extends PgRemoteSession<Record<string, never>, Record<string, never>> {
  override prepareQuery: PgRemoteSession<Record<string, never>, Record<string, never>>['prepareQuery'] = (
    ...query
  ) => {
    const prepared = super.prepareQuery(...query);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = (values) => execute(values).catch(rethrowCause);
    return prepared;
  };
}

function rethrowCause(error: unknown): never {
  throw error instanceof DrizzleQueryError ? error.cause : error;
}

function builder(send: Send): PgRemoteDatabase {
  const session = new Session(
    async (text, params, method) => {
      const rowMode = method === 'all' ? 'array' : 'object';
      return { rows: (await send({ text, params, rowMode })).rows };
    },
    dialect,
    undefined,
  );
  return new PgRemoteDatabase(dialect, session, undefined);
}

function raw(send: Send) {
  return async <Row>(row: z.ZodType<Row>, statement: SQL): Promise<Row[]> => {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    return z.array(row).parse((await send({ text, params, rowMode: 'object' })).rows);
  };
}

function selecting(send: Send) {
  return async <Row>({ list, decode }: RowColumns<Row>, statement: (list: SQL) => SQL): Promise<Row[]> => {
    const { sql: text, params } = dialect.sqlToQuery(statement(list));
    const { rows } = await send({ text, params, rowMode: 'object' });
    return decode === undefined ? (rows as Row[]) : (rows as Record<string, unknown>[]).map(decode);
  };
}

/** A Reader that sends its statements through `send`. */
export function readerOn(send: Send) {
  const select = selecting(send);
  return {
    db: builder(send),
    read: <Row>(columns: RowColumns<Row>, rest: SQL) =>
      select(columns, (list) => sql`select ${list} ${rest}`),
    rows: raw(send),
    send,
  } satisfies Reader;
}

/** A Transaction that sends its statements through `send`, which must run them all in one transaction. */
export function transactionOn(send: Send): Transaction {
  return {
    ...readerOn(send),
    write: raw(send),
    returning: selecting(send),
    run: async (statement) => {
      const { sql: text, params } = dialect.sqlToQuery(statement);
      return (await send({ text, params, rowMode: 'object' })).changed;
    },
  };
}
