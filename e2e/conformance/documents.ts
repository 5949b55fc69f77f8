import { newReference, orderNew, ordersPath } from './booking';
import type { Check } from './check';
import {
  expectRefusal,
  expectSame,
  expectShape,
  expectStatus,
  expectSuccess,
  expectThat,
  notShown,
} from './expect';
import type { Exchange } from './probe';
import * as shapes from './shapes';
import { arrayOf, type Json, lastSegment, objectOf, once, pathOf, pause, textOf } from './values';
import { defaultLanguage, type World } from './world';

const made = new WeakMap<World, () => Promise<Json>>();

/** An order made for its documents. */
function orderWithDocuments(world: World): Promise<Json> {
  const make =
    made.get(world) ?? once(async () => (await orderNew(world, { externalReference: newReference() })).order);
  made.set(world, make);
  return make();
}

async function documentPath(world: World): Promise<string> {
  const order = await orderWithDocuments(world);
  const [path] = arrayOf(order['documents']).map(pathOf);
  return path ?? notShown('the order has no document');
}

const patience = 20;

/** §4.6. A document may not be ready yet: a server that says so (409, 503) is asked again. */
async function refresh(world: World, language?: string): Promise<Exchange> {
  const path = await documentPath(world);
  const headers = language === undefined ? {} : { 'accept-language': language };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await world.probe.patch(path, {}, headers);
    if (![409, 503].includes(answer.status) || attempt === patience) return answer;
    await pause(500);
  }
}

async function freshDocument(world: World, language?: string) {
  const answer = await refresh(world, language);
  expectSuccess(answer);
  return { answer, document: expectShape(shapes.orderDocument, answer.body, 'a document', answer) };
}

/** The server's own clock, if it sends it. */
function serverNow({ headers }: Exchange): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

async function expectDownload(world: World, address: string): Promise<Uint8Array> {
  const { status, bytes } = await world.probe.download(address);
  expectThat(status === 200, 'status 200 for the temporaryUrl, without a token', `${status} for ${address}`);
  expectThat(bytes.length > 0, 'a file', 'no bytes');
  return bytes;
}

const documents: readonly Check[] = [
  {
    section: '§2.11',
    title: 'a document has its fields',
    run: async (world) => {
      const { answer, document } = await freshDocument(world);
      expectSame(document.id, lastSegment(await documentPath(world)), 'id of the document', answer);
      expectSame(document['@id'], await documentPath(world), '@id of the document', answer);
    },
  },
  {
    section: '§2.11',
    title: 'a fresh temporaryUrl expires in the future',
    run: async (world) => {
      const { answer, document } = await freshDocument(world);
      expectThat(
        Date.parse(document.expiresAt) > serverNow(answer),
        'expiresAt after now',
        document.expiresAt,
        answer,
      );
    },
  },
  {
    section: '§4.6',
    title: 'the temporaryUrl downloads without a token',
    run: async (world) => {
      const { document } = await freshDocument(world);
      await expectDownload(world, document.temporaryUrl);
    },
  },
  {
    section: '§4.6',
    title: 'the endpoint can be called again for a new temporaryUrl',
    run: async (world) => {
      await freshDocument(world);
      const { document } = await freshDocument(world);
      await expectDownload(world, document.temporaryUrl);
    },
  },
  {
    section: '§4.6',
    title: 'a document comes in the catalogue’s default language when the requested one is unavailable',
    run: async (world) => {
      const { document, answer } = await freshDocument(world, 'tlh');
      const again = await freshDocument(world, 'vo');
      expectSame(
        again.document.cachedLanguage,
        document.cachedLanguage,
        'the same for two unavailable languages',
      );
      const language = await defaultLanguage(world);
      if (language === null) return notShown('no attribute of the catalogue looks like its language');
      expectSame(document.cachedLanguage, language, 'cachedLanguage', answer);
    },
  },
  {
    section: '§4.6',
    title: 'a document comes in the requested language when it is available',
    run: async (world) => {
      const language = await defaultLanguage(world);
      if (language === null) return notShown('no attribute of the catalogue looks like its language');
      const { document, answer } = await freshDocument(world, language);
      expectSame(document.cachedLanguage, language, 'cachedLanguage', answer);
      for (const other of ['fr', 'de']) {
        const { document: translated, answer: translation } = await freshDocument(world, other);
        expectThat(
          [other, language].includes(translated.cachedLanguage.toLowerCase().split(/[-_]/)[0] ?? '') ||
            translated.cachedLanguage === language,
          `cachedLanguage ${other}, or ${language} where that is unavailable`,
          translated.cachedLanguage,
          translation,
        );
      }
    },
  },
  {
    section: '§8',
    title: 'the temporaryUrl is valid until expiresAt, and not after',
    run: async (world) => {
      const { document, answer } = await freshDocument(world);
      const seconds = Math.ceil((Date.parse(document.expiresAt) - serverNow(answer)) / 1000);
      if (seconds > world.options.wait) {
        notShown(`a temporaryUrl lives ${seconds} seconds, longer than --wait ${world.options.wait}`);
      }
      await pause(Math.max(seconds + 2, 0) * 1000);
      const { status } = await world.probe.download(document.temporaryUrl);
      expectThat(status >= 400 && status < 500, 'a 4xx answer after expiresAt', status);
    },
  },
  {
    section: '§4.6',
    title: 'a document is one of its own order',
    run: async (world) => {
      const other = await orderNew(world);
      const path = `${pathOf(other.order)}/documents/${lastSegment(await documentPath(world))}`;
      expectRefusal(await world.probe.patch(path, {}), 'the document is of another order');
    },
  },
];

/**
 * Paths of single tickets, wherever an item of an order contains them: the specification leaves that open.
 */
function ticketPaths(order: Json): string[] {
  const shown = new RegExp(`^${ordersPath}/[^/]+/items/[^/]+/tickets/[^/]+$`);
  return arrayOf(order['items'])
    .flatMap((item) => Object.values(objectOf(item)))
    .flatMap((value) => [value, ...arrayOf(value)].map(pathOf))
    .filter((path) => shown.test(path));
}

const itemTickets: readonly Check[] = [
  {
    section: '§2.12',
    title: 'the tickets of an order item can be read',
    run: async (world) => {
      const paths = ticketPaths(await orderWithDocuments(world));
      if (paths.length === 0) notShown('the items of an order show no paths of their tickets');
      for (const path of paths) {
        const answer = await world.probe.get(path);
        expectSuccess(answer);
        const ticket = expectShape(shapes.itemTicket, answer.body, 'a ticket of an order item', answer);
        expectSame(ticket['@id'], path, '@id', answer);
      }
    },
  },
  {
    section: '§4.6',
    title: 'a ticket of an order item takes a merge patch',
    run: async (world) => {
      const [path] = ticketPaths(await orderWithDocuments(world));
      if (path === undefined) return notShown('the items of an order show no paths of their tickets');
      const answer = await world.probe.patch(path, {});
      // The specification does not say which fields may be changed; a patch without changes must be accepted
      // or refused with an error response.
      expectStatus(answer, 'a 2xx or 4xx answer', (status) => status < 500);
      if (answer.status >= 300) notShown(`an empty patch is answered with ${answer.status}`);
      expectThat(textOf(objectOf(answer.body)['@id']) === path, path, answer.body, answer);
    },
  },
];

export const documentChecks: readonly Check[] = [...documents, ...itemTickets];
