import type { Database, DatabaseOptions } from './database';

/** Of all processes of a program together: PostgreSQL allows 100 by default, for all programs. */
const mostConnections = 40;

/** How many connections each process may open, when so many share a database. */
export function connectionsFor(processes: number): number {
  return Math.max(2, Math.min(10, Math.floor(mostConnections / processes)));
}

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
