import type { z } from 'zod';
import { checkSettings, refuseMistakes, WrongEnvironment } from '../network/check-settings';
import { databaseMistakes, portMistakes, processMistakes } from '../network/deployment';
import { misspeltSettings } from '../network/given-settings';
import { publicMistakes } from './public-settings';
import { defaultPort, defaultShopName, defaultShopTimeZone, shopName, shopTimeZone } from './setting-values';
import { settings } from './settings';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process. All other modules of the storefront get their configuration as values. */
export function processEnvironment(): Environment {
  return process.env;
}

/** The name of the shop, also where nothing else of the environment is needed. */
export function shopNameOf({ SHOP_NAME }: Environment): string {
  return shopName.safeParse(SHOP_NAME).data ?? defaultShopName;
}

/** The time zone of the shop, also where nothing else of the environment is needed. */
export function shopTimeZoneOf({ SHOP_TIME_ZONE }: Environment): string {
  return shopTimeZone.safeParse(SHOP_TIME_ZONE).data ?? defaultShopTimeZone;
}

export type ParsedEnvironment = z.output<z.ZodObject<typeof settings>>;

/** A sentence for each variable that is probably a misspelt setting. */
export const misspelt = () => misspeltSettings(process.env, Object.keys(settings));

/** A client for the administration of catalogues needs its secret. */
function catalogMistakes({ CATALOG_CLIENT_ID: id, CATALOG_CLIENT_SECRET: secret }: Environment): string[] {
  if ((id === undefined) === (secret === undefined)) return [];
  return ['CATALOG_CLIENT_ID and CATALOG_CLIENT_SECRET have to be set together.'];
}

/** Staff sign in at an identity provider, which needs our client there, or here. */
function staffMistakes({ STAFF_SIGN_IN: where, ...given }: Environment): string[] {
  if (where === 'passkeys') return [];
  return (['STAFF_ISSUER', 'STAFF_CLIENT_ID', 'STAFF_CLIENT_SECRET'] as const)
    .filter((name) => given[name] === undefined)
    .map((name) => `${name} is missing.`);
}

/** Reads the whole environment, so that every mistake is reported at once. Values are never repeated. */
export function parseEnvironment(environment: Environment): ParsedEnvironment {
  const { given, values, mistakes } = checkSettings(settings, environment);
  refuseMistakes(mistakes, [
    ...publicMistakes(given),
    ...catalogMistakes(given),
    ...staffMistakes(given),
    ...databaseMistakes(given),
    ...portMistakes('PORT', given['PORT'] ?? String(defaultPort), given['METRICS_PORT']),
    ...processMistakes('STOREFRONT_PROCESSES', given),
  ]);
  if (values === undefined) throw new WrongEnvironment(mistakes);
  return values;
}
