import type { z } from 'zod';
import type { Check } from './check';
import { expectSame, expectShape, expectSuccess, expectThat, notShown } from './expect';
import type { Exchange, Probe } from './probe';
import * as shapes from './shapes';
import { isObject, type Json, lastSegment, objectOf, pathOf, textOf } from './values';
import { defaultLanguage, formPath, type World } from './world';

/** A type of resource, how to read some of it from lists, and where the specification describes it. */
interface Kind {
  section: string;
  name: string;
  shape: z.ZodType;
  members: (world: World) => Promise<Json[]>;
}

const kinds: readonly Kind[] = [
  { section: '§2.2', name: 'catalogue', shape: shapes.catalog, members: (world) => world.catalogs() },
  { section: '§2.3', name: 'event', shape: shapes.event, members: (world) => world.events() },
  {
    section: '§2.4',
    name: 'session',
    shape: shapes.session,
    members: async (world) => (await world.sessions()).members,
  },
  { section: '§2.5', name: 'product', shape: shapes.product, members: (world) => world.products() },
  { section: '§2.6', name: 'offer', shape: shapes.offer, members: (world) => world.offers() },
  {
    section: '§2.8',
    name: 'ticket of an offer',
    shape: shapes.offerTicket,
    members: async (world) => (await world.tickets()).members,
  },
];

const readOneByOne = 5;

function checksOf({ section, name, shape, members }: Kind): Check[] {
  return [
    {
      section,
      title: `every ${name} of the list has its fields`,
      run: async (world) => {
        for (const member of await members(world)) {
          expectShape(shape, member, `a ${name}`);
          expectSame(
            member['id'],
            lastSegment(pathOf(member)),
            `id of the ${name}, the last part of its @id`,
          );
        }
      },
    },
    {
      section: '§4.1',
      title: `a ${name} read on its own has the same fields and values as in the list`,
      run: async (world) => {
        for (const member of (await members(world)).slice(0, readOneByOne)) {
          const answer = await world.probe.get(pathOf(member));
          expectSuccess(answer);
          expectShape(shape, answer.body, `a ${name}`, answer);
          expectSameResource(objectOf(answer.body), member, answer);
        }
      },
    },
    {
      section: '§2',
      title: `a ${name} read on its own carries @context`,
      run: async (world) => {
        const [member] = await members(world);
        const answer = await world.probe.get(pathOf(member));
        expectShape(shapes.single, answer.body, `a ${name} with its hypermedia members`, answer);
      },
    },
  ];
}

/** Checks that two responses contain the same resource, except for values that change with time. */
export function expectSameResource(got: Json, expected: Json, answer: Exchange): void {
  for (const [key, value] of Object.entries(steady(expected))) {
    if (key in got && key !== '@context') expectSame(objectOf(steady(got))[key], value, key, answer);
  }
}

// The stock and the last synchronization may change between two responses.
function steady(value: Json): Json {
  const entries = Object.entries(value)
    .filter(([key]) => key !== 'syncAt' && key !== 'availableQuantity')
    .map(([key, one]) => [key, steadyPart(one)]);
  return Object.fromEntries(entries) as Json;
}

function steadyPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steadyPart);
  return isObject(value) ? steady(value) : value;
}

const localization: readonly Check[] = [
  {
    section: '§4',
    title: 'an unavailable language gets the catalogue’s default language',
    run: async (world) => {
      const path = pathOf((await world.events())[0]);
      const unknown = await textsIn(world.probe, path, 'tlh');
      expectSame(await textsIn(world.probe, path, 'vo'), unknown, 'the same for two unavailable languages');
      const language = await defaultLanguage(world);
      if (language === null) return notShown('no attribute of the catalogue looks like its language');
      expectSame(await textsIn(world.probe, path, language), unknown, `the texts in ${language}`);
    },
  },
  {
    section: '§4',
    title: 'Accept-Language changes texts and nothing else',
    run: async (world) => {
      const list = `${await world.catalog()}/events`;
      const [german, french] = [await idsIn(world.probe, list, 'de'), await idsIn(world.probe, list, 'fr')];
      expectSame(german.total, french.total, 'totalItems in another language');
      expectSame(german.ids.sort(), french.ids.sort(), 'the events in another language');
    },
  },
];

async function textsIn(probe: Probe, path: string, language: string) {
  const answer = await probe.get(path, { 'accept-language': language });
  expectSuccess(answer);
  const { name, description } = objectOf(answer.body);
  return { name, description };
}

async function idsIn(probe: Probe, list: string, language: string) {
  const answer = await probe.get(list, { 'accept-language': language });
  expectSuccess(answer);
  const { totalItems, member } = objectOf(answer.body);
  return { total: totalItems, ids: Array.isArray(member) ? member.map(pathOf) : [] };
}

const parts: readonly Check[] = [
  {
    section: '§2.4',
    title: 'a session inside a ticket carries its event, which can be read',
    run: async (world) => {
      const purchases = await world.purchases();
      const session = purchases
        .flatMap(({ tickets }) => tickets.flatMap(({ resource }) => resource['sessions']))
        .flat()
        .find(isObject);
      if (session === undefined) return notShown('no ticket with sessions was found');
      const event = expectShape(shapes.event, session['event'], 'the event of a session inside a ticket');
      const answer = await world.probe.get(event['@id']);
      expectSuccess(answer);
      expectSameResource(objectOf(answer.body), objectOf(session['event']), answer);
      const own = await world.probe.get(pathOf(session));
      expectSuccess(own);
      expectThat(
        pathOf(session).startsWith(`${event['@id']}/sessions/`),
        `a session path below its event, ${event['@id']}`,
        pathOf(session),
        own,
      );
    },
  },
  {
    section: '§2.13',
    title: 'a form has a code and fields',
    run: async (world) => {
      const answer = await world.probe.get(await formPath(world));
      expectSuccess(answer);
      const form = expectShape(shapes.form, answer.body, 'a form', answer);
      expectThat(textOf(form.code) !== '', 'a code', form.code, answer);
    },
  },
];

export const catalogChecks: readonly Check[] = [...kinds.flatMap(checksOf), ...localization, ...parts];
