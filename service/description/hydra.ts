import type { Route } from '../http/route';
import type { Principal } from '../organization/organization';
import type { JsonSchema } from './component-schemas';
import { entrypointLinks } from './entrypoint';
import { type Member, membersOf, typeName } from './members';
import { answerSchemaName, bodySchemaNames } from './operations';
import { notes } from './topics';
import { datatypeOf, prefixes, termOf, vocabularyAt } from './vocabulary';

type Schemas = Readonly<Record<string, JsonSchema>>;
type Rows = readonly Route<Principal>[];

const references = ['entrypoint', 'expects', 'returns', 'property', 'supportedClass', 'supportedProperty'];
const words = [
  ...['ApiDocumentation', 'Class', 'Operation', 'Link', 'SupportedProperty', 'Collection', 'Resource'],
  ...['title', 'description', 'method', 'required', 'readable', 'writeable', 'supportedOperation'],
];

function context(origin: string): object {
  const reference = (id: string) => ({ '@id': id, '@type': '@id' });
  return {
    '@vocab': vocabularyAt(origin),
    ...prefixes,
    ...Object.fromEntries(words.map((word) => [word, `hydra:${word}`])),
    ...Object.fromEntries(references.map((word) => [word, reference(`hydra:${word}`)])),
    label: 'rdfs:label',
    domain: reference('rdfs:domain'),
    range: reference('rdfs:range'),
    subClassOf: reference('rdfs:subClassOf'),
    equivalentClass: 'owl:equivalentClass',
    onProperty: reference('owl:onProperty'),
    allValuesFrom: reference('owl:allValuesFrom'),
  };
}

/** The interface in Hydra's words, as API Platform writes them, for clients that reach it at `origin`. */
export function hydraDocumentation(rows: Rows, schemas: Schemas, origin: string): object {
  const links = entrypointLinks(rows);
  const classes = classesOf(schemas).filter(({ name }) => name !== 'Entrypoint');
  return {
    '@context': context(origin),
    '@id': '/docs.jsonld',
    '@type': 'ApiDocumentation',
    title: 'Ticketing and booking service',
    description: 'Catalogues of ticket issuers, reservations and orders.',
    entrypoint: '/',
    supportedClass: [
      ...classes.map((one) => supportedClass(one, rows, schemas)),
      entrypointClass(links, rows),
    ],
  };
}

interface HydraClass {
  name: string;
  description: string | undefined;
  members: readonly Member[];
  /** Sent by clients, not answered. */
  sent: boolean;
}

/** One class for each type; what is embedded in fewer words is of the same. */
function classesOf(schemas: Schemas): HydraClass[] {
  const classes = new Map<string, HydraClass>();
  const sent = new Set(Object.values(bodySchemaNames).flat());
  for (const [component, schema] of Object.entries(schemas)) {
    const name = typeName(schema) ?? component;
    if (
      name === 'Collection' ||
      name in { PartialCollectionView: 1, IriTemplate: 1, IriTemplateMapping: 1 }
    ) {
      continue;
    }
    const before = classes.get(name)?.members ?? [];
    const fresh = membersOf(schema).filter((one) => !before.some(({ name: known }) => known === one.name));
    classes.set(name, {
      name,
      description: schema.description,
      members: [...before, ...fresh],
      sent: sent.has(component),
    });
  }
  return [...classes.values()];
}

function supportedClass(of: HydraClass, rows: Rows, schemas: Schemas): object {
  const { name, description, members, sent } = of;
  const entries = Object.values(entrypointLinks(rows));
  const own = rows.filter(({ answers, path }) => answers.type === name && !entries.includes(listOf(path)));
  return {
    '@id': `#${name}`,
    '@type': 'Class',
    ...(name === 'Error' || name === 'ConstraintViolationList' ? { subClassOf: 'hydra:Error' } : {}),
    title: name,
    description,
    supportedProperty: members.map((member) => supportedProperty(name, member, sent, schemas)),
    ...(own.length === 0 ? {} : { supportedOperation: own.map(operation) }),
  };
}

/** The list that a bulk call adds to. */
function listOf(path: string): string {
  return path.replace(/\/_bulk$/, '');
}

// What a merge patch of a single ticket may change.
const patched = new Set(['BookingOrderItemTicket/holder', 'BookingOrderItemTicket/answers']);

function supportedProperty(type: string, member: Member, sent: boolean, schemas: Schemas): object {
  const { name, description, required, format, component } = member;
  const term = termOf(type, name);
  const isLink = format === 'uri-reference' || format === 'uri';
  const of = component === undefined ? undefined : schemas[component];
  const range =
    of === undefined
      ? isLink
        ? linkRange(name)
        : datatypeOf(member)
      : `#${typeName(of) ?? component ?? ''}`;
  return {
    '@type': 'SupportedProperty',
    property: {
      '@id': term.includes(':') ? term : `#${term}`,
      '@type': isLink ? 'Link' : 'rdf:Property',
      label: name,
      domain: `#${type}`,
      range,
    },
    title: name,
    ...(description === undefined ? {} : { description }),
    required,
    readable: !sent,
    writeable: sent || patched.has(term) || term === 'BookingOrderItemTicket/status',
  };
}

const targets: Readonly<Record<string, string>> = {
  catalog: 'TicketingCatalog',
  session: 'TicketingSession',
  product: 'TicketingProduct',
  offer: 'TicketingOffer',
  ticket: 'TicketingOfferTicket',
  forms: 'Form',
  reservation: 'BookingReservation',
  reservations: 'BookingReservation',
  order: 'BookingOrder',
  documents: 'BookingOrderDocument',
  tickets: 'BookingOrderItemTicket',
  organization: 'Organization',
};

function linkRange(name: string): string {
  const target = targets[name];
  return target === undefined ? 'hydra:Resource' : `#${target}`;
}

function entrypointClass(links: Readonly<Record<string, string>>, rows: Rows): object {
  return {
    '@id': '#Entrypoint',
    '@type': 'Class',
    title: 'Entrypoint',
    description: 'The lists to begin with.',
    supportedProperty: Object.entries(links).map(([name, path]) => {
      const own = rows.filter((row) => listOf(row.path) === path);
      const type =
        own[0] === undefined ? '' : (own.find(({ answers }) => answers.list) ?? own[0]).answers.type;
      return {
        '@type': 'SupportedProperty',
        property: {
          '@id': `#Entrypoint/${name}`,
          '@type': 'Link',
          label: name,
          domain: '#Entrypoint',
          range: [
            'hydra:Collection',
            { equivalentClass: { onProperty: 'hydra:member', allValuesFrom: `#${type}` } },
          ],
          supportedOperation: own.map(operation),
        },
        title: name,
        readable: true,
        writeable: false,
      };
    }),
  };
}

function operation(row: Route<Principal>): object {
  const { operationId, method, summary, answers, path } = row;
  const [expects] = bodySchemaNames[operationId] ?? [];
  return {
    '@id': `#${operationId}`,
    '@type': 'Operation',
    method,
    title: summary,
    ...(notes[operationId] === undefined ? {} : { description: notes[operationId] }),
    ...(expects === undefined ? {} : { expects: `#${expects}` }),
    returns: answers.list ? 'hydra:Collection' : `#${answerSchemaName(row)}`,
    path,
  };
}
