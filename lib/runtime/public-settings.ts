import { addressMistakes, isOwnMachine, missingDatabase, regularityMistakes } from '../network/deployment';

type Environment = Readonly<Record<string, string | undefined>>;

const secrets = [
  'SERVICE_CLIENT_SECRET',
  'CATALOG_CLIENT_SECRET',
  'PAYMENT_SECRET_KEY',
  'PAYMENT_WEBHOOK_SECRET',
  'NEXTAUTH_SECRET',
  'LINK_SECRET',
  'STAFF_CLIENT_SECRET',
] as const;

const addresses = ['STOREFRONT_URL', 'TOKEN_ISSUER', 'STAFF_ISSUER', 'PAYMENT_URL'] as const;

const shortestSecret = 24;

/**
 * The settings that a public storefront must not have: one sentence for each mistake, which names the
 * variable and repeats no value. Empty for a storefront at an address of this machine, as in the
 * demonstration.
 */
export function publicMistakes(given: Environment): string[] {
  const { STOREFRONT_URL: own = '', PAYMENT_SECRET_KEY: key = '' } = given;
  if (!URL.canParse(own) || isOwnMachine(own)) return [];
  return [
    ...addresses.flatMap((name) => {
      const address = given[name] ?? '';
      return URL.canParse(address) ? addressMistakes(name, address) : [];
    }),
    ...secrets.flatMap((name) => secretMistakes(name, given)),
    ...missingDatabase(given),
    ...(/^[a-z]+_test_/.test(key) && given['PAYMENT_TEST_KEYS'] !== 'allowed'
      ? [
          'PAYMENT_SECRET_KEY is a test key: with it nobody is charged. For a trial set PAYMENT_TEST_KEYS=allowed.',
        ]
      : []),
    ...imageMistakes(given),
  ];
}

function secretMistakes(name: (typeof secrets)[number], given: Environment): string[] {
  const secret = given[name];
  if (secret === undefined) return [];
  const twin = secrets.slice(0, secrets.indexOf(name)).find((other) => given[other] === secret);
  return [
    ...(secret.length < shortestSecret
      ? [`${name} has to have at least ${shortestSecret} characters.`]
      : regularityMistakes(name, secret)),
    ...(twin === undefined ? [] : [`${name} is the same as ${twin}: each needs one of its own.`]),
  ];
}

/** Catalogues name the URLs of pictures: none is fetched from a host that trusts the storefront. */
function imageMistakes(given: Environment): string[] {
  const images = (given['IMAGE_HOSTS'] ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase().split(':')[0]);
  const own = [...addresses, 'SERVICE_URL'].filter((name) => {
    const address = given[name] ?? '';
    return URL.canParse(address) && images.includes(new URL(address).hostname);
  });
  return own.map((name) => `IMAGE_HOSTS may not name the host of ${name}: pictures come from other hosts.`);
}
