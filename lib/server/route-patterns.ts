import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The pattern of the page or route at a path, such as `/[locale]/orders/[checkoutId]`; null: there is none. */
export type RouteOf = (path: string) => string | null;

interface Place {
  /** The pattern that ends here. */
  pattern: string | null;
  readonly named: Map<string, Place>;
  /** Below any other name. */
  other: Place | null;
  /** The pattern for everything below. */
  rest: string | null;
}

/** The patterns of a build. */
export async function readRoutes(buildFolder: string): Promise<RouteOf> {
  const text = await readFile(join(buildFolder, 'app-path-routes-manifest.json'), 'utf8');
  const routes = z.record(z.string(), z.string()).parse(JSON.parse(text));
  return routeFinder(Object.values(routes));
}

export function routeFinder(patterns: readonly string[]): RouteOf {
  const root = newPlace();
  for (const pattern of patterns) add(root, pattern);
  return (path) => find(root, namesOf(path));
}

const namesOf = (path: string) => path.split('/').filter((name) => name !== '');
const newPlace = (): Place => ({ pattern: null, named: new Map(), other: null, rest: null });

function add(root: Place, pattern: string): void {
  let place = root;
  for (const name of namesOf(pattern)) {
    if (/^\[{1,2}\.{3}/.test(name)) {
      place.rest = pattern;
      return;
    }
    if (name.startsWith('[')) place = place.other ??= newPlace();
    else {
      const next = place.named.get(name) ?? newPlace();
      place.named.set(name, next);
      place = next;
    }
  }
  place.pattern = pattern;
}

function find(place: Place, [name, ...below]: readonly string[]): string | null {
  if (name === undefined) return place.pattern;
  const named = place.named.get(name);
  const found = named === undefined ? null : find(named, below);
  return found ?? (place.other === null ? null : find(place.other, below)) ?? place.rest;
}
