import { z } from 'zod';
import { type CatalogOverride, overrideSchema } from '@/lib/contract/catalog-override';
import { type Callable, list, openPlaces, type Places } from './booking';
import type { TestAnswer } from './test-service';

/** Who makes the changes of tests, and why. */
export const why = { actor: 'tester', reason: 'a test' };

/** The boat and the museum, and calls of their issuer. */
export interface River {
  places: Places;
  /** The path of the catalogue, and its address for its issuer. */
  catalog: string;
  managed: string;
  /** Paths of what staff change. */
  boatEvent: string;
  museumEvent: string;
  both: string;
  call(method: string, path: string, body?: unknown): Promise<TestAnswer>;
  /** Sets an override; fails the test if the service refuses it. */
  set(input: object): Promise<CatalogOverride>;
  remove(override: Pick<CatalogOverride, '@id'>): Promise<TestAnswer>;
}

const organization = 'river';

export async function openRiver(service: Callable, boatCapacity = 5): Promise<River> {
  const places = await openPlaces(service, boatCapacity);
  const catalog = places.offer.slice(0, places.offer.indexOf('/offers/'));
  const events = z.array(z.object({ '@id': z.string() })).parse(await list(service, `${catalog}/events`));
  const products = z.array(z.object({ '@id': z.string() })).parse(await list(service, `${catalog}/products`));
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, body === undefined ? { organization } : { organization, body });
  return {
    places,
    catalog,
    managed: catalog.replace('/catalogs/', '/managed_catalogs/'),
    boatEvent: events[0]?.['@id'] ?? '',
    museumEvent: events[1]?.['@id'] ?? '',
    both: products[0]?.['@id'] ?? '',
    call,
    set: async (input) => {
      const { status, body } = await call('POST', `${catalog}/overrides`, { ...why, ...input });
      if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return overrideSchema.parse(body);
    },
    remove: (override) => call('POST', `${override['@id']}/_remove`, why),
  };
}
