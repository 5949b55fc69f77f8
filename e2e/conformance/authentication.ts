import { customer, itemOf, orderNew, ordersPath, reservationsPath, withHold } from './booking';
import type { Check } from './check';
import { expectRefusal, expectStatus, expectThat, notShown } from './expect';
import type { Exchange, Probe } from './probe';
import { arrayOf, pathOf, textOf } from './values';
import { orNothing, sample, type World } from './world';

type Ask = (probe: Probe) => Promise<Exchange>;

/** A request of every operation whose path this server shows. */
async function operations(world: World): Promise<Ask[]> {
  const catalog = await world.catalog();
  const session = (await orNothing(world.sessions))?.members[0];
  const offer = (await orNothing(world.tickets))?.offer;
  const reads = [
    '/v1/ticketing/catalogs',
    catalog,
    `${catalog}/events`,
    pathOf((await orNothing(world.events))?.[0]),
    ...(session === undefined ? [] : [pathOf(session), pathOf(session).replace(/\/[^/]+$/, '')]),
    `${catalog}/products`,
    pathOf((await orNothing(world.products))?.[0]),
    `${catalog}/offers`,
    ...(offer === undefined ? [] : [offer, `${offer}/tickets`, `${offer}/availability`, `${offer}/price`]),
    ...(offer === undefined ? [] : [`/v1/ticketing/offers/${offer.slice(offer.lastIndexOf('/') + 1)}`]),
    reservationsPath,
    ordersPath,
  ].filter((path) => path !== '');
  return reads.map((path) => (probe) => probe.get(path));
}

/** The operations that change something, with input that would be valid with the right token. */
async function changes(world: World): Promise<Ask[]> {
  const { order, holding } = await orderNew(world);
  const document = pathOf(arrayOf(order['documents'])[0]);
  const items = [itemOf(holding.purchase)];
  return [
    (probe) => probe.get(holding.path),
    (probe) => probe.get(pathOf(order)),
    (probe) => probe.post(`${reservationsPath}/_bulk`, { items }),
    (probe) => probe.post(`${ordersPath}/_bulk`, { reservations: [holding.path], customer }),
    ...(document === '' ? [] : [(probe: Probe) => probe.patch(document, {})]),
  ];
}

// §7 leaves the status of an authentication failure open; HTTP has these two for it.
function expectUnauthorized(answer: Exchange): void {
  expectStatus(answer, 'a 401 (or 403) answer', (status) => status === 401 || status === 403);
  expectThat(answer.body !== undefined, 'an error told in JSON', answer.text.slice(0, 300), answer);
}

async function expectAllRefused(asks: readonly Ask[], probe: Probe): Promise<void> {
  for (const ask of asks) expectUnauthorized(await ask(probe));
}

/** The same token without a signature: RFC 8725 §2.1. */
function unsigned(token: string): string {
  const [, payload] = token.split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
  return `${header}.${payload ?? ''}.`;
}

/** The same token, changed to another organization: the signature no longer fits. */
function altered(token: string): string {
  const parts = token.split('.');
  const signature = parts[2] ?? '';
  const swapped = signature.startsWith('A') ? 'B' : 'A';
  return [...parts.slice(0, 2), `${swapped}${signature.slice(1)}`].join('.');
}

export const authenticationChecks: readonly Check[] = [
  {
    section: '§5',
    title: 'no catalogue or list is read without a token',
    run: async (world) => expectAllRefused(await operations(world), world.probe.as(null)),
  },
  {
    section: '§5',
    title: 'no booking is made, read or changed without a token',
    run: async (world) => expectAllRefused(await changes(world), world.probe.as(null)),
  },
  {
    section: '§5',
    title: 'a token that is none is refused',
    run: async (world) => {
      for (const garbage of ['garbage', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.']) {
        await expectAllRefused(await operations(world), world.probe.as(garbage));
      }
    },
  },
  {
    section: '§5',
    title: 'a token with another signature, or with none, is refused',
    run: async (world) => {
      const token = world.options.token;
      if (token.split('.').length !== 3) notShown('the token is no JWT');
      for (const forged of [altered(token), unsigned(token)]) {
        expectUnauthorized(await world.probe.as(forged).get(ordersPath));
      }
    },
  },
];

const needsOther = 'needs --token-other, a token of a second organization';

function other(world: World): Probe {
  return world.options.other ?? notShown(needsOther);
}

async function idsListed(probe: Probe, list: string): Promise<string[]> {
  return (await sample(probe, list)).map(pathOf);
}

/**
 * Tokens belong to organizations (§2.9, §2.10: organization); no organization can access data of another one.
 */
export const isolationChecks: readonly Check[] = [
  {
    section: '§4.3',
    title: 'another organization can’t read a reservation, nor order it',
    run: (world) =>
      withHold(world, async ({ path }) => {
        const stranger = other(world);
        expectRefusal(await stranger.get(path), 'the reservation is another organization’s');
        const answer = await stranger.post(`${ordersPath}/_bulk`, { reservations: [path], customer });
        expectRefusal(answer, 'the reservation is another organization’s');
      }),
  },
  {
    section: '§4.3',
    title: 'the list of reservations leaves out those of another organization',
    run: (world) =>
      withHold(world, async ({ path }) => {
        const listed = await idsListed(other(world), reservationsPath);
        expectThat(!listed.includes(path), `a list without ${path}`, listed.slice(0, 5));
      }),
  },
  {
    section: '§4.5',
    title: 'another organization can’t read an order',
    run: async (world) => {
      const stranger = other(world);
      const { order } = await orderNew(world);
      expectRefusal(await stranger.get(pathOf(order)), 'the order is another organization’s');
    },
  },
  {
    section: '§4.5',
    title: 'the list of orders leaves out those of another organization',
    run: async (world) => {
      const stranger = other(world);
      const { order } = await orderNew(world);
      const listed = await idsListed(stranger, ordersPath);
      expectThat(!listed.includes(pathOf(order)), `a list without ${pathOf(order)}`, listed.slice(0, 5));
    },
  },
  {
    section: '§4.6',
    title: 'another organization gets no document of an order',
    run: async (world) => {
      const stranger = other(world);
      const { order } = await orderNew(world);
      for (const document of arrayOf(order['documents'])) {
        expectRefusal(await stranger.patch(textOf(document), {}), 'the document is another organization’s');
      }
    },
  },
];
