import type { JsonSchema } from './component-schemas';
import { type Member, membersOf, typeName, coercionOf, prefixes, termOf, vocabularyAt } from './vocabulary';

type Schemas = Readonly<Record<string, JsonSchema>>;
type Terms = Record<string, string | { '@id': string; '@type'?: string; '@context'?: Terms }>;

const hydraId = (word: string) => ({ '@id': `hydra:${word}`, '@type': '@id' });
const hydraWord = (word: string) => ({ '@id': `hydra:${word}`, '@type': '@vocab' });

/** Hydra's terms in the envelope of lists, as API Platform prints them without a prefix. */
const envelope: Terms = {
  ...Object.fromEntries(
    [
      'Collection',
      'PartialCollectionView',
      'IriTemplate',
      'IriTemplateMapping',
      'BasicRepresentation',
      'member',
      'totalItems',
      'view',
      'search',
      'template',
      'mapping',
      'variable',
      'required',
    ].map((word) => [word, `hydra:${word}`]),
  ),
  first: hydraId('first'),
  last: hydraId('last'),
  next: hydraId('next'),
  previous: hydraId('previous'),
  property: hydraWord('property'),
  variableRepresentation: hydraWord('variableRepresentation'),
};

/**
 * The JSON-LD context of every type that an answer names. The members of the type itself are terms of the context.
 * The members of embedded types are scoped to their type, so that a name has the same meaning everywhere.
 */
export function contexts(schemas: Schemas, origin: string): ReadonlyMap<string, object> {
  const types = new Set(Object.values(schemas).flatMap((schema) => typeName(schema) ?? []));
  return new Map([...types].map((type) => [type, { '@context': contextOf(type, schemas, origin) }]));
}

function contextOf(type: string, schemas: Schemas, origin: string): object {
  const own = Object.values(schemas).filter((schema) => typeName(schema) === type);
  const embedded = reachable(own, schemas).filter((name) => name !== type && !(name in envelope));
  return {
    '@version': 1.1,
    '@vocab': vocabularyAt(origin),
    hydra: prefixes.hydra,
    xsd: prefixes.xsd,
    ...envelope,
    ...Object.fromEntries(
      embedded.map((name) => [name, { '@id': name, '@context': termsOfType(name, schemas) }]),
    ),
    ...(type in envelope ? {} : termsOfType(type, schemas)),
  };
}

/** The types that can be embedded in components. */
function reachable(from: readonly JsonSchema[], schemas: Schemas, seen = new Set<JsonSchema>()): string[] {
  for (const schema of from.filter((one) => !seen.has(one))) {
    seen.add(schema);
    const inner = membersOf(schema).map(({ component = '' }) => schemas[component]);
    reachable(
      inner.filter((one) => one !== undefined),
      schemas,
      seen,
    );
  }
  return [...new Set([...seen].flatMap((schema) => typeName(schema) ?? []))];
}

function termsOfType(type: string, schemas: Schemas): Terms {
  const own = Object.values(schemas).filter((schema) => typeName(schema) === type);
  return Object.assign({}, ...own.map((schema) => termsOf(type, schema, schemas))) as Terms;
}

function termsOf(type: string, schema: JsonSchema, schemas: Schemas): Terms {
  return Object.fromEntries(membersOf(schema).map((member) => [member.name, term(type, member, schemas)]));
}

function term(type: string, member: Member, schemas: Schemas): Terms[string] {
  const id = termOf(type, member.name);
  const inner = schemas[member.component ?? ''];
  if (inner !== undefined && typeName(inner) === undefined) {
    // It has no @type, so it can't define its own terms.
    return { '@id': id, '@context': termsOf(member.component ?? '', inner, schemas) };
  }
  const coercion = coercionOf(member);
  return coercion === undefined ? id : { '@id': id, '@type': coercion };
}
