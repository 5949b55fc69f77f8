import type { Member } from './members';

/** The prefixes of the vocabularies in use. */
export const prefixes = {
  hydra: 'http://www.w3.org/ns/hydra/core#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const;

/** The address that the names of types and members are relative to. */
export function vocabularyAt(origin: string): string {
  return `${origin}/docs.jsonld#`;
}

// What Hydra has words for.
const hydraWords: Readonly<Record<string, string>> = {
  title: 'hydra:title',
  description: 'hydra:description',
  status: 'hydra:statusCode',
};

/** What a member of a type is called: `TicketingEvent/name`, relative to the vocabulary, or Hydra's word. */
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

/** The datatype of a member's values. */
export function datatypeOf(member: Member): string {
  const { format = '', type = '' } = member;
  return datatypes[format] ?? plain[type] ?? 'xsd:string';
}
