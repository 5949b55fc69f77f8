import { Pool } from 'undici';
import { openBrowser } from './browser';
import { oneOf } from './random';
import type { Soak } from './soak';

const connections = 64;

/** One request for a page that many visitors ask for, in Brotli. The same few pages each time. */
export function readers(soak: Soak): { visit: () => Promise<void>; close: () => Promise<void> } {
  const { shopUrl, tally, signal } = soak;
  const pool = new Pool(shopUrl, { connections });
  let popular: Promise<string[]> | undefined;
  return {
    visit: async () => {
      popular ??= popularPages(soak);
      const path = oneOf(await popular, 'page');
      const headers = { accept: 'text/html', 'accept-encoding': 'br', 'x-forwarded-for': '10.1.1.7' };
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers, signal });
      await body.dump();
      tally.answered('storefront', statusCode, `GET ${path}`);
      if (statusCode !== 200) throw new Error(`a page was answered with ${statusCode}`);
      tally.did('readers', 'pages that many ask for');
    },
    close: () => pool.destroy(),
  };
}

/** The front page, and the pages of the first catalogue's events and products. */
export async function popularPages({ shopUrl, tally, signal }: Soak): Promise<string[]> {
  const browser = openBrowser(shopUrl, tally, signal);
  const isPage = (link: string) => link.startsWith('/en/catalogs/');
  const front = await browser.open('/en');
  const catalog = front.links.find((link) => isPage(link) && link.split('/').length === 4);
  if (catalog === undefined) throw new Error('the front page has no catalogue');
  const { links } = await browser.open(catalog);
  return ['/en', ...links.filter((link) => isPage(link) && /\/(events|products)\//.test(link))];
}
