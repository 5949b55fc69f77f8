import { isDatabaseAway, type Database } from '../database/database';
import { noteOfRequest } from './request-state';

/** The same database; a request for which it could not be reached is told so. */
export function noticed(database: Database): Database {
  const notice = (error: unknown): never => {
    if (isDatabaseAway(error)) noteOfRequest({ isDatabaseAway: true });
    throw error;
  };
  return {
    rows: (row, statement) => database.rows(row, statement).catch(notice),
    transaction: (work) => database.transaction(work).catch(notice),
    close: () => database.close(),
  };
}
