import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** What our migrations create (decision 38); PostgreSQL has it among its own extensions. */
export const extensions = { pg_trgm };
