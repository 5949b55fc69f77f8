import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { lastSegment } from '@/lib/contract/iri';
import { languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { paths } from '@/lib/locale/paths';
import { readOrders } from '@/lib/shop/data/order-store';
import { readTimeline } from '@/lib/shop/data/timeline-store';
import { ordered } from '@/testing/shop/exchanges';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { fileRefusal } from './file-refusal';
import { ticketsFor } from './tickets';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

/** A booking of two orders at a server that draws all tickets into one file only with our addition. */
async function booking(): Promise<{ id: string; documents: string[] }> {
  const { id } = await ordered(shop, await shop.hold(1, 2), '36.00');
  const orders = await readOrders(shop.context.database, id);
  return { id, documents: orders.flatMap(({ data }) => data.documents.map(lastSegment)) };
}

const ticketsOf = (checkoutId: string) =>
  ticketsFor({ checkoutContext: shop.context }, { checkoutId, staffId: null, language: 'en' });

const downloadsOf = async (id: string) =>
  (await readTimeline(shop.context.database, id)).filter(({ what }) => what === 'document_downloaded');

it('tickets that the server puts into no common file are the documents of each order, which the page links', async () => {
  const { id, documents } = await booking();
  expect(documents).toHaveLength(2);
  const answer = await ticketsOf(id);
  expect(answer).toEqual({
    kind: 'separate',
    documents: documents.map((document) => paths.document(id, document, 'en')),
  });
  // Nothing was downloaded yet.
  expect(await downloadsOf(id)).toEqual([]);
  if (answer.kind !== 'separate') throw new Error(answer.kind);
  for (const language of languages) {
    const retryHref = paths.tickets(id, language);
    const page = fileRefusal(answer, { checkoutId: id, language, retryHref });
    expect(page.status).toBe(200);
    const html = await page.text();
    const links = [...html.matchAll(/<a href="([^"]*)">([^<]*)</g)].map(([, href, text]) => ({ href, text }));
    const { separate, back } = messages[language].checkout.document;
    expect(links).toEqual([
      ...answer.documents.map((href, index) => ({
        href,
        text: separate.link.replace('{number}', String(index + 1)),
      })),
      { href: paths.order(language, id), text: back },
    ]);
    expect(html).toContain(`<h1>${separate.title}</h1>`);
  }
});

it('tickets that the server puts into one file are this file', async () => {
  shop.ticketing.ticketsFile = '%PDF all tickets';
  const { id } = await booking();
  const answer = await ticketsOf(id);
  if (answer.kind !== 'tickets') throw new Error(answer.kind);
  expect(Buffer.from(answer.content).toString()).toContain('%PDF all tickets');
  expect(await downloadsOf(id)).toHaveLength(1);
});
