import { databaseNow } from '../database/database-now';
import { getAppContext } from './app-context';
import { checkDisk, readiness } from '../network/readiness';

/** What this process needs. The service is not among it: without it, kept pages and orders are still shown. */
export const askReadiness = readiness({
  runtime: getAppContext,
  database: async () => databaseNow((await getAppContext()).checkoutContext.database),
  // With PostgreSQL only pictures are there, which are made again.
  disk: async () => {
    const { url, folder } = (await getAppContext()).config.database;
    if (url === undefined) await checkDisk(folder);
  },
});
