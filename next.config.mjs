import { createHash } from 'node:crypto';
import createNextIntlPlugin from 'next-intl/plugin';
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js';

const withIntl = createNextIntlPlugin('./lib/storefront/intl-request.ts');

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
export default function configOf(phase) {
  // Only for a build, which keeps the key in its output: at run time a key that the build did not have would count.
  if (phase === PHASE_PRODUCTION_BUILD) process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ||= actionsKey;
  return withIntl(config);
}
