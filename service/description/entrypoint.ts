import { z } from 'zod';
import { iriSchema } from '@/lib/contract/iri';
import type { Route } from '../http/route';

/** The lists that need no identifier, by the names that API Platform uses: `ticketingCatalog`. */
export function entrypointLinks(rows: readonly Route[]): Record<string, string> {
  const lists = rows.filter(({ list, path }) => list && !path.includes('{'));
  return Object.fromEntries(lists.map(({ type, path }) => [lowerFirst(type), path]));
}

export function entrypoint(rows: readonly Route[]): object {
  return { '@context': '/contexts/Entrypoint', '@id': '/', '@type': 'Entrypoint', ...entrypointLinks(rows) };
}

export function entrypointSchema(rows: readonly Route[]) {
  const links = Object.keys(entrypointLinks(rows)).map((name) => [name, iriSchema] as const);
  return z
    .object({
      '@id': z.literal('/'),
      '@type': z.literal('Entrypoint'),
      ...Object.fromEntries(links),
    })
    .meta({ id: 'Entrypoint', description: 'The lists to begin with.', 'x-extension': true });
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
