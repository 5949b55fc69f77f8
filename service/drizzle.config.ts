import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './service/*/*-table.ts',
  out: './service/migrations',
  schemaFilter: ['ticketing'],
});
