import { createHash } from 'node:crypto';
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from 'next/constants.js';

/**
 * The names by which forms call server actions are hashes with this key. By default Next makes a random key for
 * each build, so a form that is open during a deployment would name an action that the new build does not know. The
 * key protects nothing here: it would encrypt the values that actions capture, and none captures any
 * (app/server-actions.test.ts).
 */
const actionsKey = createHash('sha256').update('ticketing server actions').digest('base64');

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // `npm run release` names a build by its sources. By default the name is random.
  generateBuildId: () => process.env.BUILD_NAME ?? null,
  poweredByHeader: false,
  reactStrictMode: true,
  // They load files next to their code or open their own sockets, so they can't be
  // bundled.
  serverExternalPackages: [
    'drizzle-orm',
    // Its two builds have different exports; Node and Next have to load the same one.
    'jsvat-next',
    'nodemailer',
    'piscina',
    'prom-client',
    'sanitize-html',
    'stripe',
    'undici',
  ],
  // `npm run verify` checks the types; to check them again takes longer than to build.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  // For every visitor: a title that is streamed after the page is missing until a script moves it to the head.
  htmlLimitedBots: /.*/,
  experimental: {
    globalNotFound: true,
    // Writing it takes longer than a second build gains.
    turbopackFileSystemCacheForBuild: false,
    // Nothing reads maps on the server, and what is not minified can be read without: half of the time of a build.
    turbopackSourceMaps: false,
    turbopackMinify: { server: false },
    // Pages are loaded when they are first asked for: the shop is ready two seconds sooner.
    preloadEntriesOnStart: false,
  },
};

/** @param {string} phase */
export default async function configOf(phase) {
  // Only for a build, which stores the key in its output. A key that is set at run time would override it.
  if (phase === PHASE_PRODUCTION_BUILD) process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ||= actionsKey;
  // The settings of next-intl are needed only for building, and load a compiler of about 30 MB.
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import('next-intl/plugin');
  return createNextIntlPlugin('./lib/storefront/common/request/intl-request.ts')(config);
}
