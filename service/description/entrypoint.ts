import type { Route } from '../http/route';
import type { Principal } from '../organization/organization';

/** The lists that need no identifier, by the names that API Platform gives them: `ticketingCatalog`. */
export function entrypointLinks(rows: readonly Route<Principal>[]): Record<string, string> {
  const lists = rows.filter(({ answers, path }) => answers.list && !path.includes('{'));
  return Object.fromEntries(lists.map(({ answers: { type }, path }) => [lowerFirst(type), path]));
}

/** Where a client that knows nothing begins. */
export function entrypoint(rows: readonly Route<Principal>[]): object {
  return { '@context': '/contexts/Entrypoint', '@id': '/', '@type': 'Entrypoint', ...entrypointLinks(rows) };
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
