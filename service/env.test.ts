import { describe, expect, it } from 'vitest';
import { WrongEnvironment } from '@/lib/network/check-settings';
import { readEnvironment } from './env';

function told(settings: Record<string, string>): string[] {
  try {
    readEnvironment(settings);
    return [];
  } catch (error) {
    if (error instanceof WrongEnvironment) return [...error.sentences];
    throw error;
  }
}

/** What a service at a public address needs. */
const own = {
  SERVICE_URL: 'https://tickets.example',
  TOKEN_ISSUER: 'https://id.example',
  DATABASE_URL: 'postgres://service@db.example/service',
};

describe('a service at a public address', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['all its own', {}, []],
    [
      'the issuer of the demonstration',
      { TOKEN_ISSUER: '' },
      ['TOKEN_ISSUER is an address of this machine, as in the demonstration.'],
    ],
    [
      'an issuer without TLS',
      { TOKEN_ISSUER: 'http://id.example' },
      ['TOKEN_ISSUER has to start with https://.'],
    ],
    [
      'the embedded database that nobody chose',
      { DATABASE_URL: '' },
      [
        'DATABASE_URL is missing: other machines can reach this address, so give the program PostgreSQL, or choose the embedded database with DATABASE=embedded.',
      ],
    ],
    ['the embedded database that was chosen', { DATABASE_URL: '', DATABASE: 'embedded' }, []],
  ])('with %s', (_, settings, sentences) => {
    expect(told({ ...own, ...settings })).toEqual(sentences);
    expect(told({ ...own, ...settings, SERVICE_URL: 'https://localhost:4000' })).toEqual([]);
  });
});

describe('a setting of the service', () => {
  const database = 'has to be an address such as postgres://user:password@host:5432/database';
  it.each([
    [
      'SERVICE_URL',
      'http://api.example',
      'has to be an address that starts with https://, such as https://api.tickets.example',
    ],
    [
      'SERVICE_URL',
      'https://api.example/v1',
      'has to be an address without a path, such as https://api.tickets.example',
    ],
    ['DATABASE_URL', 'mysql://me@db/service', database],
    ['DATABASE_URL', 'http://db/service', database],
    ['DATABASE_URL', 'db.example', database],
    ['DATABASE', 'sqlite', 'has to be embedded, or left out'],
    ['DATABASE_CONNECTIONS', '1', 'has to be a number of connections from 2 to 100'],
    ['SERVICE_PORT', '70000', 'has to be a port number from 1 to 65535'],
    ['SERVICE_PORT', '4e3', 'has to be a port number from 1 to 65535'],
    ['METRICS_PORT', '4000', 'is the same as SERVICE_PORT: metrics need another port'],
    ['DATABASE_POOLER', 'transaction', 'is set without DATABASE_URL, the address of the pooler'],
    ['SERVICE_PROCESSES', '2', 'has to be 1 without DATABASE_URL'],
    ['SERVICE_PROCESSES', '65', 'has to be a number of processes from 1 to 64'],
    ['TRUSTED_PROXIES', 'proxy', 'has to be a list of addresses and networks such as "10.0.0.0/8,::1"'],
    ['MAX_CONNECTIONS', '0', 'has to be a number from 1 to 999999'],
    ['DRAIN_SECONDS', '-1', 'has to be a number of seconds from 0 to 999'],
    ['TOKEN_ISSUER', 'id.example', 'has to be a web address such as https://id.example'],
    ['TOKEN_PLAIN_JWT', 'perhaps', 'has to be true or false'],
    ['REQUESTS_PER_MINUTE', 'many', 'has to be a number from 1 to 1000000000'],
    ['HOLD_MINUTES', '0', 'has to be a number of minutes from 0.05 to 1440'],
    ['HOLD_MINUTES', 'ten', 'has to be a number of minutes from 0.05 to 1440'],
    ['PRICE_SOURCE_HOSTS', 'https://a', 'has to be a list of host[:port] such as "prices.internal:8080"'],
    ['LOG_LEVEL', 'loud', 'has to be fatal, error, warn, info, debug or silent'],
  ])('%s is refused with the value %j', (name, value, mistake) => {
    const others = name === 'SERVICE_URL' ? own : {};
    expect(told({ ...others, [name]: value })).toEqual([`${name} ${mistake}.`]);
  });

  it('that is wrong alone is told together with those that do not fit', () => {
    expect(
      told({ SERVICE_URL: 'https://tickets.example', SERVICE_PORT: '70000', TLS_KEY_FILE: '/key.pem' }),
    ).toEqual([
      'SERVICE_PORT has to be a port number from 1 to 65535.',
      'TOKEN_ISSUER is an address of this machine, as in the demonstration.',
      expect.stringMatching(/^DATABASE_URL is missing:/),
      'TLS_CERT_FILE and TLS_KEY_FILE go together: set both, or neither.',
    ]);
  });

  it('that is empty is none, and the space around a value is not part of it', () => {
    expect(told({ SERVICE_URL: '', DATABASE_URL: ' ', TOKEN_AUDIENCE: '\n' })).toEqual([]);
    const config = readEnvironment({
      SERVICE_PORT: ' 4100',
      HOLD_MINUTES: '0.5\n',
      TOKEN_AUDIENCE: ' shop ',
    });
    expect([config.port, config.holdMinutes, config.tokens.audience]).toEqual([4100, 0.5, 'shop']);
  });
});
