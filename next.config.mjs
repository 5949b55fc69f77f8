import { PHASE_PRODUCTION_SERVER } from 'next/constants.js';

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  // They load files beside themselves (WebAssembly, migrations) or bring their own sockets: not for bundling.
  serverExternalPackages: [
    '@electric-sql/pglite',
    'drizzle-orm',
    'nodemailer',
    'postgres',
    'sanitize-html',
    'stripe',
    'undici',
  ],
  images: { unoptimized: true },
  experimental: { globalNotFound: true },
};

export default async function configOf(phase) {
  // What it sets is for building only, and it loads a compiler of some 30 MB.
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  return createNextIntlPlugin('./lib/storefront/intl-request.ts')(config);
}
