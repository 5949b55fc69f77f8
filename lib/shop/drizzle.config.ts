import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/shop/tables/*-table.ts',
  out: './lib/shop/migrations',
  schemaFilter: ['storefront'],
});
