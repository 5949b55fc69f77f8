import { nameOf } from '../http/named-schema';
import type { Route } from '../http/route';
import type { JsonSchema } from './component-schemas';
import { entrypointLinks } from './entrypoint';
import { type Member, membersOf, typeName, datatypeOf, prefixes, termOf, vocabularyAt } from './vocabulary';
import { answerSchemaName, bodySchemas } from './operations';

type Schemas = Readonly<Record<string, JsonSchema>>;
type Rows = readonly Route[];

const references = ['entrypoint', 'expects', 'returns', 'property', 'supportedClass', 'supportedProperty'];
const words = [
  'ApiDocumentation',
  'Class',
  'Operation',
  'Link',
  'SupportedProperty',
  'Collection',
  'Resource',
  'title',
  'description',
  'method',
  'required',
  'readable',
  'writeable',
  'supportedOperation',
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

/** The API as a Hydra document, in the form of API Platform, for clients that reach it at `origin`. */
export function hydraDocumentation(rows: Rows, schemas: Schemas, origin: string): object {
  const links = entrypointLinks(rows);
  const classes = classesOf(rows, schemas).filter(({ name }) => name !== 'Entrypoint');
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
  /** These are sent by clients, not by the service. */
  sent: boolean;
}

// Hydra itself defines these.
const ofLists = new Set(['Collection', 'PartialCollectionView', 'IriTemplate', 'IriTemplateMapping']);

/** One class for each type; its embedded shorter forms belong to the same class. */
function classesOf(rows: Rows, schemas: Schemas): HydraClass[] {
  const classes = new Map<string, HydraClass>();
  const sent = new Set(rows.flatMap(bodySchemas).map(nameOf));
  for (const [component, schema] of Object.entries(schemas)) {
    const name = typeName(schema) ?? component;
    if (ofLists.has(name)) continue;
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
  const patched = patchedMembers(name, rows, schemas);
  const own = rows.filter(({ type, path }) => type === name && !entries.includes(listOf(path)));
  return {
    '@id': `#${name}`,
    '@type': 'Class',
    ...(name === 'Error' || name === 'ConstraintViolationList' ? { subClassOf: 'hydra:Error' } : {}),
    title: name,
    description,
    supportedProperty: members.map((member) =>
      supportedProperty(
        name,
        member,
        { readable: !sent, writeable: sent || patched.has(member.name) },
        schemas,
      ),
    ),
    ...(own.length === 0 ? {} : { supportedOperation: own.map(operation) }),
  };
}

/** The list to which a bulk call adds members. */
function listOf(path: string): string {
  return path.replace(/\/_bulk$/, '');
}

function patchedMembers(type: string, rows: Rows, schemas: Schemas): ReadonlySet<string> {
  const patches = rows.filter((row) => row.method === 'PATCH' && row.type === type).flatMap(bodySchemas);
  const members = patches.flatMap((body) => membersOf(schemas[nameOf(body)] ?? {}));
  return new Set(members.map(({ name }) => name));
}

function supportedProperty(
  type: string,
  member: Member,
  access: { readable: boolean; writeable: boolean },
  schemas: Schemas,
): object {
  const { name, description, required, format, component } = member;
  const term = termOf(type, name);
  const isLink = format === 'uri-reference' || format === 'uri';
  const of = component === undefined ? undefined : schemas[component];
  const range = of === undefined ? plainRange(member, isLink) : `#${typeName(of) ?? component ?? ''}`;
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
    ...access,
  };
}

function plainRange(member: Member, isLink: boolean): string {
  if (!isLink) return datatypeOf(member);
  return member.linkTo === undefined ? 'hydra:Resource' : `#${member.linkTo}`;
}

function entrypointClass(links: Readonly<Record<string, string>>, rows: Rows): object {
  return {
    '@id': '#Entrypoint',
    '@type': 'Class',
    title: 'Entrypoint',
    description: 'The lists to begin with.',
    supportedProperty: Object.entries(links).map(([name, path]) => {
      const own = rows.filter((row) => listOf(row.path) === path);
      const type = own.find(({ list }) => list)?.type ?? '';
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

function operation(row: Route): object {
  const { operationId, method, summary, description, list, path } = row;
  const [expects] = bodySchemas(row);
  return {
    '@id': `#${operationId}`,
    '@type': 'Operation',
    method,
    title: summary,
    ...(description === undefined ? {} : { description }),
    ...(expects === undefined ? {} : { expects: `#${nameOf(expects)}` }),
    returns: list ? 'hydra:Collection' : `#${answerSchemaName(row)}`,
    path,
  };
}
