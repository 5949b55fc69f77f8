import { isDatabaseUnavailable, type Database } from '../database/database';
import { readerOn, transactionOn } from '../database/statements';
import { noteOfRequest } from './request-state';

/** The database as it is; when it could not be reached, that is also recorded in the request's state. */
export function noticed(database: Database): Database {
  const notice = (error: unknown): never => {
    if (isDatabaseUnavailable(error)) noteOfRequest({ isDatabaseUnavailable: true });
    throw error;
  };
  return {
    ...readerOn((statement) => database.send(statement).catch(notice)),
    single: transactionOn((statement) => database.single.send(statement).catch(notice)),
    transaction: (work) => database.transaction(work).catch(notice),
    isDistributed: database.isDistributed,
    close: () => database.close(),
  };
}
