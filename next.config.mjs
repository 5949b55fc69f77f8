import createNextIntlPlugin from 'next-intl/plugin';

const withIntl = createNextIntlPlugin('./lib/storefront/intl-request.ts');

// What every answer carries, whatever made it. The Content-Security-Policy of pages has a fresh nonce: proxy.ts.
const headers = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), interest-cohort=()' },
];

const referrer = (value) => [{ key: 'Referrer-Policy', value }];

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
  headers: () =>
    Promise.resolve([
      { source: '/:path*', headers },
      { source: '/:locale/orders/:path*', headers: referrer('no-referrer') },
      // Their forms need an Origin, which "no-referrer" would take from them.
      { source: '/:locale/(checkout|staff)/:path*', headers: referrer('same-origin') },
    ]),
};

export default withIntl(config);
