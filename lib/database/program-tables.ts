import { resolve } from 'node:path';

/** The tables of each program: the folder of their migrations, and the schema of the record of these. */
export const programTables = {
  service: { migrations: resolve('service/migrations'), schema: 'ticketing_migrations' },
  storefront: { migrations: resolve('lib/shop/migrations'), schema: 'storefront_migrations' },
} as const;
