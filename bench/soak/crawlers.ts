import { randomUUID } from 'node:crypto';
import { languages } from '@/lib/locale/languages';
import { expectShown, openBrowser } from './browser';
import type { Soak } from './soak';

const mostWaiting = 20_000;
/** Additional requests besides the next page: one every so many requests. */
const every = { head: 10, unchanged: 7, unknown: 12 } as const;

/** One request of a crawler: it goes from the front pages to all pages that can be reached, then begins again. */
export function crawlers(soak: Soak): () => Promise<void> {
  const { shopUrl, tally, signal } = soak;
  const browser = openBrowser(shopUrl, tally, signal);
  const seen = new Set<string>();
  const waiting: string[] = [];
  let pictures: { address: string; tag: string }[] = [];
  let requests = 0;
  const find = (address: string) => {
    if (seen.has(address) || waiting.length >= mostWaiting) return;
    seen.add(address);
    waiting.push(address);
  };

  const visit = async (address: string): Promise<void> => {
    const shown = await browser.open(address);
    // A page that was withdrawn after it was linked is 404.
    expectShown(shown, [200, 404].includes(shown.status), 'a page');
    if (shown.type.startsWith('image/')) {
      if (shown.tag !== '') pictures = [...pictures.slice(-50), { address, tag: shown.tag }];
      tally.did('crawlers', 'pictures');
      return;
    }
    if (shown.status === 200) tally.did('crawlers', 'pages');
    for (const link of [...shown.links, ...shown.images]) {
      const { origin, pathname, search } = new URL(link, shown.url);
      if (origin === shopUrl) find(`${pathname}${search}`);
    }
  };

  return async () => {
    requests += 1;
    const address = waiting.shift();
    if (address === undefined) {
      seen.clear();
      for (const language of languages) find(`/${language}`);
      return;
    }
    if (requests % every.unknown === 0) {
      const shown = await browser.open(`/en/${randomUUID()}`);
      expectShown(shown, shown.status === 404, 'a page that says that there is none');
      tally.did('crawlers', 'unknown addresses');
    }
    if (requests % every.head === 0) {
      const shown = await browser.open(address, {}, 'HEAD');
      expectShown(shown, [200, 404].includes(shown.status) && shown.body.length === 0, 'a head');
      tally.did('crawlers', 'HEAD requests');
    }
    const picture = pictures[requests % pictures.length];
    if (requests % every.unchanged === 0 && picture !== undefined) {
      const shown = await browser.open(picture.address, { 'if-none-match': picture.tag });
      expectShown(shown, shown.status === 304, 'an unchanged picture');
      tally.did('crawlers', 'unchanged (304)');
    }
    await visit(address);
  };
}
