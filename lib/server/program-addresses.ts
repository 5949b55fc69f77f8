import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** The addresses below /api/, as the folders of app/api/ are named. */
export const apiRoutes = [
  'auth/[...step]',
  'availability',
  'held',
  'images/[catalogId]/[kind]/[id]',
  'orders/[checkoutId]/calendar',
  'orders/[checkoutId]/documents/[documentId]',
  'orders/[checkoutId]/invoices/[invoiceId]',
  'orders/[checkoutId]/phase',
  'orders/[checkoutId]/tickets',
  'previews/[language]/[catalogId]/[eventId]',
  'staff/admissions',
  'staff/admissions/conflicts',
  'staff/admissions/list',
  'staff/admissions/manifest',
  'staff/admissions/search',
  'staff/exports',
  'staff/feeds',
  'staff/orders',
  'staff/personal-data',
  'staff/search',
  'staff/setup/[catalogId]',
  'staff/setup/[catalogId]/picture',
  'staff/setup/template',
  'staff/visitors',
  'staff/vouchers',
  'tickets/[token]/apple-wallet',
  'tickets/[token]/calendar',
  'tickets/[token]/google-wallet',
  'webhooks/payment',
] as const;

const patterns = apiRoutes.map((route) => {
  const pattern = route.replaceAll(/\[\.{3}\w+\]/g, '.+').replaceAll(/\[\w+\]/g, '[^/]+');
  return new RegExp(`^/api/${pattern}$`);
});

const staticPrefix = '/_next/static/';

/** The files of a build that pages load, by their paths below `/_next/static/`. */
export async function readStaticFiles(buildFolder: string): Promise<ReadonlySet<string>> {
  const files = await readdir(join(buildFolder, 'static'), { recursive: true });
  return new Set(files.map((file) => file.split(sep).join('/')));
}

/**
 * Whether nothing is at an address of programs and files: Next would render a page to say so, which costs as much as
 * any other page, and such addresses are not counted by the limit of renderings. `path` can be decoded.
 */
export function isNothingAt(path: string, staticFiles: ReadonlySet<string>): boolean {
  if (path.startsWith('/api/')) return !patterns.some((pattern) => pattern.test(path));
  if (!path.startsWith('/_next/')) return false;
  return (
    !path.startsWith(staticPrefix) || !staticFiles.has(decodeURIComponent(path.slice(staticPrefix.length)))
  );
}
