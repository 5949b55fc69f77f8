import { describe, expect, it } from 'vitest';
import { languages } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import type { Loaded } from '../../common/request/load';
import { pageAddresses } from './page-addresses';
import { pagesPerFile, type PathIn, sitemapFile, sitemapIndex } from './sitemap';

const shop = new URL('https://shop.test');
const id = (number: number) => `0b51a3c4-7b1e-4c55-9d7e-${String(number).padStart(12, '0')}`;
const events = (count: number): Loaded<readonly PathIn[]> => ({
  kind: 'loaded',
  value: [
    (language) => paths.home(language),
    ...Array.from(
      { length: count - 1 },
      (_, index): PathIn =>
        (language) =>
          paths.event(language, id(0), id(index + 1)),
    ),
  ],
});
const addressesIn = (text: string) => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);

async function allFiles(pages: Loaded<readonly PathIn[]>) {
  const files = addressesIn(await sitemapIndex(pages, shop).text());
  return Promise.all(
    files.map(async (address) => {
      expect(address).toMatch(/^https:\/\/shop\.test\/sitemaps\/\d+\.xml$/);
      const answer = sitemapFile(pages, shop, address.split('/').at(-1) ?? '');
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.headers.get('content-type')).toBe('application/xml');
      return answer.text();
    }),
  );
}

describe('the sitemap', () => {
  it('has every page of a large shop in every language once, in files far below the limits of the protocol', async () => {
    const pages = events(20_000);
    const files = await allFiles(pages);
    expect(files).toHaveLength(40);
    const all = files.flatMap((file) => {
      expect(Buffer.byteLength(file)).toBeLessThan(10_000_000);
      const addresses = addressesIn(file);
      expect(addresses.length).toBeLessThanOrEqual(10_000);
      return addresses;
    });
    expect(new Set(all).size).toBe(20_000 * languages.length);
    expect(all).toHaveLength(20_000 * languages.length);
  });

  it.each([
    [1, 1],
    [pagesPerFile, 1],
    [pagesPerFile + 1, 2],
  ])('of %d pages has %d file(s), and no others', async (count, expected) => {
    expect(await allFiles(events(count))).toHaveLength(expected);
    for (const other of [`${expected + 1}.xml`, '0.xml', '-1.xml', '1', '01.xml', '1.5.xml', 'a.xml', '']) {
      expect(sitemapFile(events(count), shop, other).status, other).toBe(404);
    }
  });

  it('names each page in the other languages, and where the language is chosen for the visitor', async () => {
    const [file = ''] = await allFiles(events(2));
    const links = (path: string) => {
      const entry =
        file.split('\n').find((line) => line.includes(`<loc>https://shop.test${path}</loc>`)) ?? '';
      return Object.fromEntries(
        [...entry.matchAll(/rel="alternate" hreflang="([^"]+)" href="https:\/\/shop\.test([^"]+)"/g)].map(
          ([, language = '', href = '']): [string, string] => [language, href],
        ),
      );
    };
    const event = `/catalogs/${id(0)}/events/${id(1)}`;
    expect(links(`/fr${event}`)).toEqual({
      ...Object.fromEntries(languages.map((language) => [language, `/${language}${event}`])),
      'x-default': event,
    });
    expect(links('/de')).toMatchObject({ en: '/en', de: '/de', 'x-default': '/' });
    // As the pages themselves.
    expect(pageAddresses('fr', (each) => `/${each}${event}`).alternates?.languages).toEqual(
      links(`/it${event}`),
    );
  });

  it('says when to ask again while the events can’t be read', () => {
    for (const busy of [true, false]) {
      const away = { kind: 'unavailable', busy } as const;
      for (const answer of [sitemapIndex(away, shop), sitemapFile(away, shop, '1.xml')]) {
        expect(answer.status).toBe(503);
        expect(answer.headers.get('retry-after')).toBe('60');
      }
    }
  });

  it('writes addresses as XML', async () => {
    const pages = { kind: 'loaded', value: [() => '/en/search?q=a&b="<>'] } as const;
    const [file = ''] = await allFiles(pages);
    expect(file).toContain('<loc>https://shop.test/en/search?q=a&amp;b=%22%3C%3E</loc>');
  });
});
