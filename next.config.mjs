import { createHash } from 'node:crypto';
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from 'next/constants.js';

/**
 * The names by which forms call server actions are hashes with this key. Next makes a random one for each build, and a
 * form that is open during a deployment would name an action that the new build does not know. The key protects
 * nothing here: it would encrypt what actions capture, and none captures anything (app/server-actions.test.ts).
 */
const actionsKey = createHash('sha256').update('ticketing server actions').digest('base64');

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

/** @param {string} phase */
export default async function configOf(phase) {
  // Only for a build, which keeps the key in its output: at run time a key that the build did not have would count.
  if (phase === PHASE_PRODUCTION_BUILD) process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ||= actionsKey;
  // What next-intl sets is for building only, and it loads a compiler of some 30 MB.
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  return createNextIntlPlugin('./lib/storefront/intl-request.ts')(config);
}
