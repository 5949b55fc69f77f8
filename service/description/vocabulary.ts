import type { JsonSchema } from './component-schemas';

export type Member = ReturnType<typeof membersOf>[number];

/** The members of a component, without `@id` and other keywords of JSON-LD. */
export function membersOf({ properties = {}, required = [] }: JsonSchema) {
  return Object.entries(properties)
    .filter(([name]) => !name.startsWith('@'))
    .map(([name, schema]) => {
      const { description } = asSchema(schema);
      const value = valueOf(asSchema(schema));
      return {
        name,
        description,
        required: required.includes(name),
        /** The component of its values. */
        component: value.$ref?.slice(value.$ref.lastIndexOf('/') + 1),
        format: value.format,
        type: typeOf(value),
        /** For a reference: the type that it refers to. */
        linkTo: typeof value['x-link-to'] === 'string' ? value['x-link-to'] : undefined,
        /** True for any JSON. */
        json: Object.keys(asSchema(schema)).length === 0,
      };
    });
}

/** The type under which answers name it, if they do: `TicketingOfferPrice` for EmbeddedOfferPrice. */
export function typeName({ properties = {} }: JsonSchema): string | undefined {
  const type = properties['@type'];
  const name = type === undefined ? undefined : asSchema(type).const;
  return typeof name === 'string' ? name : undefined;
}

/** The schema without null, and without the list around it. */
function valueOf(schema: JsonSchema): JsonSchema {
  const [some] = (schema.anyOf ?? []).map(asSchema).filter(({ type }) => type !== 'null');
  if (some !== undefined) return valueOf(some);
  const { items } = schema;
  return schema.type === 'array' && items !== undefined && !Array.isArray(items)
    ? valueOf(asSchema(items))
    : schema;
}

function typeOf({ type }: JsonSchema): string | undefined {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const some = types.find((one) => one !== 'null');
  return typeof some === 'string' ? some : undefined;
}

function asSchema(schema: unknown): JsonSchema {
  return typeof schema === 'object' && schema !== null ? (schema as JsonSchema) : {};
}

export const prefixes = {
  hydra: 'http://www.w3.org/ns/hydra/core#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const;

/** The address to which the names of types and members are relative. */
export function vocabularyAt(origin: string): string {
  return `${origin}/docs.jsonld#`;
}

// The members for which Hydra has a term.
const hydraWords: Readonly<Record<string, string>> = {
  title: 'hydra:title',
  description: 'hydra:description',
  status: 'hydra:statusCode',
};

/** The name of a member of a type: `TicketingEvent/name`, relative to the vocabulary, or Hydra's term. */
export function termOf(type: string, member: string): string {
  const isProblem = type === 'Error' || type === 'ConstraintViolationList';
  return (isProblem ? hydraWords[member] : undefined) ?? `${type}/${member}`;
}

const datatypes: Readonly<Record<string, string>> = {
  'date-time': 'xsd:dateTime',
  date: 'xsd:date',
  duration: 'xsd:duration',
  decimal: 'xsd:decimal',
};

/** How values of a member are typed in JSON-LD: paths and addresses are references. */
export function coercionOf({ format, json }: Member): string | undefined {
  if (json) return '@json';
  if (format === 'uri-reference' || format === 'uri') return '@id';
  return format === undefined ? undefined : datatypes[format];
}

const plain: Readonly<Record<string, string>> = {
  integer: 'xsd:integer',
  number: 'xsd:decimal',
  boolean: 'xsd:boolean',
  object: 'rdfs:Resource',
};

export function datatypeOf(member: Member): string {
  const { format = '', type = '' } = member;
  return datatypes[format] ?? plain[type] ?? 'xsd:string';
}
