import type { Database, DatabaseOptions } from './database';

/** Opens PostgreSQL if a URL is given, else the embedded database, and brings its tables up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, ...embedded } = options;
  if (url === undefined) {
    const { openEmbedded } = await import('./embedded');
    return openEmbedded(embedded);
  }
  const { openPostgres } = await import('./postgres');
  return openPostgres({ ...options, url });
}
