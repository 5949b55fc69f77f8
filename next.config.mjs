import createNextIntlPlugin from 'next-intl/plugin';

const withIntl = createNextIntlPlugin('./lib/storefront/intl-request.ts');

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

export default withIntl(config);
