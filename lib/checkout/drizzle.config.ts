import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/checkout/*/*-table.ts',
  out: './lib/checkout/migrations',
  schemaFilter: ['storefront'],
});
