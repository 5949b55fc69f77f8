import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config';
import { WrongEnvironment } from '../network/check-settings';
import type { Environment } from './env';
import { requiredSettings } from '@/testing/required-settings';
import { pagePolicy } from './page-policy';

const good: Environment = requiredSettings;

const randomSecret = () => randomBytes(32).toString('base64');

/** Settings of a storefront with a public address. */
const publicSettings = (): Environment => ({
  ...good,
  STOREFRONT_URL: 'https://tickets.example',
  DATABASE_URL: 'postgres://shop@db.example/shop',
  PAYMENT_SECRET_KEY: `sk_live_${randomSecret()}`,
  PAYMENT_WEBHOOK_SECRET: randomSecret(),
  NEXTAUTH_SECRET: randomSecret(),
  LINK_SECRET: randomSecret(),
  SERVICE_CLIENT_SECRET: randomSecret(),
  STAFF_CLIENT_SECRET: randomSecret(),
});

function sentences(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof WrongEnvironment) return error.sentences;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('has one process with the embedded database, and by default one for each core with PostgreSQL', () => {
    const DATABASE_URL = 'postgres://shop@localhost/shop';
    expect(readConfig(good).processes).toBe(1);
    expect(readConfig({ ...good, DATABASE_URL }).processes).toBe(availableParallelism());
    expect(readConfig({ ...good, DATABASE_URL, STOREFRONT_PROCESSES: '3' }).processes).toBe(3);
    expect(sentences({ ...good, STOREFRONT_PROCESSES: '2' })).toEqual([
      'STOREFRONT_PROCESSES has to be 1 without DATABASE_URL.',
    ]);
    expect(sentences({ ...good, STOREFRONT_PROCESSES: '0' })).toEqual([
      'STOREFRONT_PROCESSES has to be a number of processes from 1 to 64.',
    ]);
  });

  it('by default lets an IPv6 site hold five times what a network may', () => {
    expect(readConfig({ ...good, MAX_HELD_PER_NETWORK: '8' }).quota).toEqual({
      basket: 10,
      network: 8,
      site: 40,
    });
    expect(readConfig({ ...good, MAX_HELD_PER_SITE: '30' }).quota.site).toBe(30);
  });

  it('knows our roles by the names of the identity provider', () => {
    expect(readConfig(good).staff.provider).toMatchObject({
      rolesClaim: 'roles',
      catalogsClaim: null,
      scope: 'openid profile email roles',
    });
    const STAFF_ROLE_NAMES = 'agent=ticket-desk, agent=box-office,admin=Admins/Tickets';
    expect([...readConfig({ ...good, STAFF_ROLE_NAMES }).staff.roleNames]).toEqual([
      ['ticket-desk', 'agent'],
      ['box-office', 'agent'],
      ['Admins/Tickets', 'admin'],
    ]);
    for (const wrong of ['boss=admins', 'agent', 'agent=', 'agent=a,,'])
      expect(sentences({ ...good, STAFF_ROLE_NAMES: wrong })).toEqual([
        expect.stringMatching(/^STAFF_ROLE_NAMES has to be a list of our roles/),
      ]);
    expect(sentences({ ...good, KEEP_AUDIT_DAYS: '365' })).toEqual([
      'KEEP_AUDIT_DAYS has to be at least 366 days.',
    ]);
  });

  it('needs an identity provider of staff, or passkeys', () => {
    const { STAFF_ISSUER, STAFF_CLIENT_ID, STAFF_CLIENT_SECRET, ...others } = good;
    expect([STAFF_ISSUER, STAFF_CLIENT_ID, STAFF_CLIENT_SECRET]).not.toContain(undefined);
    expect(sentences(others)).toEqual([
      'STAFF_ISSUER is missing.',
      'STAFF_CLIENT_ID is missing.',
      'STAFF_CLIENT_SECRET is missing.',
    ]);
    const own = { ...others, STAFF_SIGN_IN: 'passkeys', STAFF_FIRST_ADMIN: 'ada@shop.example' };
    const { provider, firstAdmin, roleNames } = readConfig({ ...own, STAFF_ROLE_NAMES: 'agent=desk' }).staff;
    expect([provider, firstAdmin]).toEqual([null, 'ada@shop.example']);
    // The names of a provider mean nothing here.
    expect(roleNames.get('admin')).toBe('admin');
    expect(roleNames.get('desk')).toBeUndefined();
    expect(sentences({ ...good, STAFF_SIGN_IN: 'both' })).toEqual([
      'STAFF_SIGN_IN has to be provider or passkeys.',
    ]);
  });

  it('fills in defaults', () => {
    const config = readConfig({ ...good, PORT: '3100', DATABASE_URL: '' });
    expect(config).toMatchObject({
      storefrontUrl: 'http://localhost:3100',
      shopName: 'Programme',
      timeZone: 'Europe/Paris',
      service: { url: 'https://localhost:4000' },
      token: { issuer: 'https://id.example/realm' },
      database: { folder: resolve('.data/storefront') },
      documentHosts: ['localhost:4000'],
      nightly: {
        hour: 3,
        reconcileDays: 7,
        retention: {
          personalData: 1095,
          unpaid: 30,
          links: 730,
          timelines: 730,
          webhooks: 90,
          alerts: 365,
        },
      },
      images: {
        trustedHosts: [],
        allowsPublicHosts: true,
        folder: resolve('.data/images'),
        ownHosts: ['localhost', 'id.example', 'api.stripe.com'],
      },
    });
    for (const part of [config.database, config.payment]) expect(part).not.toHaveProperty('url');
    expect(config.mail.alertsTo).toBeNull();
  });

  it('accepts the given values', () => {
    const config = readConfig({
      ...good,
      DATABASE_URL: 'postgres://u@db/shop',
      DATABASE_POOLER: 'transaction',
      PAYMENT_URL: 'https://pay.example/',
      DOCUMENT_HOSTS: 'files.example, Storage.example:8443',
      IMAGE_HOSTS: 'pictures.example',
      ALERT_EMAIL: 'operator@example.org',
      SHOP_NAME: ' Tickets & More ',
      MAIL_FROM: 'Another name <tickets@example.org>',
      NIGHTLY_HOUR: '23',
      KEEP_WEBHOOKS_DAYS: '30',
    });
    expect(config.nightly).toMatchObject({ hour: 23, retention: { webhooks: 30 } });
    expect(config.database).toMatchObject({ url: 'postgres://u@db/shop', pooler: 'transaction' });
    expect(config.payment.url).toBe('https://pay.example');
    expect(config.documentHosts).toEqual(['files.example', 'storage.example:8443']);
    expect(config.images).toMatchObject({ trustedHosts: ['pictures.example'], allowsPublicHosts: false });
    expect(config.mail.alertsTo).toBe('operator@example.org');
    expect(config.mail.from).toEqual({ name: 'Tickets & More', address: 'tickets@example.org' });
    expect(sentences({ ...good, SHOP_NAME: 'x'.repeat(61) })).toEqual([
      'SHOP_NAME has to be one line of at most 60 characters.',
    ]);
    for (const wrong of ['Paris', '+02:00'])
      expect(sentences({ ...good, SHOP_TIME_ZONE: wrong })[0]).toMatch(/^SHOP_TIME_ZONE has to be the name/);
    const limits = '0B51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d:30, 7d9f3a51-2f0e-4d4e-8f65-5a6b7c8d9e0f:6';
    expect([...readConfig({ ...good, MAX_HELD_OF_CATALOGS: limits }).groupLimits.values()]).toEqual([30, 6]);
    expect(sentences({ ...good, MAX_HELD_OF_CATALOGS: 'museum:30' })[0]).toMatch(
      /^MAX_HELD_OF_CATALOGS has to/,
    );
    // A NUL can be in no path: reading it fails in another way than a file that is missing.
    for (const wrong of ['package.json', 'no/such/folder', 'texts\0'])
      expect(sentences({ ...good, SHOP_TEXTS_DIR: wrong })).toEqual([
        'SHOP_TEXTS_DIR has to name a folder that the user of the program can read.',
      ]);
    expect(sentences({ ...good, ALERT_EMAIL: 'Operator <operator@example.org>' })).toEqual([
      'ALERT_EMAIL has to be an e-mail address such as operator@example.org.',
    ]);
  });

  it('reports every mistake at once, in sentences, and repeats no value', () => {
    const wrong = sentences({
      ...good,
      PORT: '99999',
      TOKEN_ISSUER: 'nowhere',
      LINK_SECRET: 'short-secret',
      MAIL_FROM: '',
    });
    expect(wrong).toEqual([
      'PORT has to be a port number from 1 to 65535.',
      'TOKEN_ISSUER has to be a web address such as https://tickets.example.',
      'MAIL_FROM is missing.',
      'LINK_SECRET has to have at least 32 characters.',
    ]);
    expect(sentences({})).toHaveLength(Object.keys(good).length);
  });

  it('accepts hours of a day, and whole numbers of days from 1', () => {
    expect(sentences({ ...good, NIGHTLY_HOUR: '24', KEEP_LINKS_DAYS: '0', RECONCILE_DAYS: '1.5' })).toEqual([
      'NIGHTLY_HOUR has to be an hour from 0 to 23.',
      'RECONCILE_DAYS has to be a number of days from 1 to 99999.',
      'KEEP_LINKS_DAYS has to be a number of days from 1 to 99999.',
    ]);
  });

  const irregular = 'Yk3vQ9sLw2ZpT7dRb5XnHc8M';
  const secretKey = 'has to be the secret key of the payment provider, sk_… or rk_…';
  const escape = 'is not the beginning of an escaped character: write it as %25';
  const database = 'has to be an address such as postgres://user:password@host:5432/database';
  const service = 'has to be an address that starts with https://, such as https://api.tickets.example';
  it.each([
    ['SERVICE_URL', 'http://service.example', service],
    [
      'SERVICE_URL',
      'https://service.example/v1',
      'has to be an address without a path, such as https://api.tickets.example',
    ],
    [
      'STOREFRONT_URL',
      'https://shop.example/path',
      'has to be an address without a path, such as https://tickets.example',
    ],
    ['STOREFRONT_URL', 'shop.example', 'has to be an address such as https://tickets.example'],
    ['DATABASE_URL', 'mysql://shop@db/shop', database],
    ['DATABASE_URL', 'http://db/shop', database],
    ['SMTP_URL', 'https://mail.example', 'has to be an address such as smtp://mail.example:587'],
    ['SMTP_URL', 'smtps://me:100%sure@mail.example', `has a % that ${escape}`],
    ['DATABASE_URL', 'postgres://me:%ff%ff@db/shop', `has a % that ${escape}`],
    ['PAYMENT_SECRET_KEY', `pk_live_${irregular}`, `${secretKey}: this is the publishable key`],
    ['PAYMENT_SECRET_KEY', 'pk_live_abc', `${secretKey}: this is the publishable key`],
    ['METRICS_PORT', '3000', 'is the same as PORT: metrics need another port'],
    ['PAYMENT_SECRET_KEY', `whsec_${irregular}`, `${secretKey}: this is the secret of its webhooks`],
    [
      'PAYMENT_WEBHOOK_SECRET',
      `sk_live_${irregular}`,
      'has to be the secret that signs webhooks, whsec_…: this is a key of the payment provider',
    ],
    ['PAYMENT_SECRET_KEY', ' ', 'is missing'],
    ['MAIL_FROM', '\n', 'is missing'],
  ])('refuses as %s the value %j', (name, value, mistake) => {
    expect(sentences({ ...publicSettings(), [name]: value })).toEqual([`${name} ${mistake}.`]);
  });

  it('takes values without the space around them', () => {
    const config = readConfig({
      ...good,
      PORT: ' 3100',
      LINK_SECRET: `${'l'.repeat(40)}\n`,
      DATABASE_URL: '\n',
    });
    expect([config.listen.port, config.linkSecret, config.database.url]).toEqual([
      3100,
      'l'.repeat(40),
      undefined,
    ]);
  });

  it('requires that the authority’s file exists and contains a certificate', () => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'));
    const file = join(folder, 'ca.pem');
    expect(sentences({ ...good, SERVICE_CA_FILE: file })[0]).toMatch(
      /^SERVICE_CA_FILE names a file that can't be read/,
    );
    expect(sentences({ ...good, SERVICE_CA_FILE: folder })).toEqual([
      'SERVICE_CA_FILE names a folder, and has to name a file.',
    ]);
    writeFileSync(file, 'nothing');
    expect(sentences({ ...good, SERVICE_CA_FILE: file })[0]).toMatch(/PEM file with a certificate/);
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\n');
    expect(readConfig({ ...good, SERVICE_CA_FILE: file }).service.ca).toContain('BEGIN CERTIFICATE');
    rmSync(folder, { recursive: true });
  });
});

describe('a public storefront', () => {
  it('accepts addresses with TLS and secrets of its own', () => {
    expect(sentences(publicSettings())).toEqual([]);
  });

  it('on this machine only is a trial, and accepts any settings', () => {
    for (const url of [
      'http://localhost:3000',
      'https://127.0.0.1',
      'http://[::1]:3000',
      'http://a.localhost',
    ])
      expect(sentences({ ...good, STOREFRONT_URL: url })).toEqual([]);
  });

  const wrong: [string, Environment, string[]][] = [
    ['no TLS', { STOREFRONT_URL: 'http://tickets.example' }, ['STOREFRONT_URL has to start with https://.']],
    [
      'an issuer without TLS',
      { TOKEN_ISSUER: 'http://id.example' },
      ['TOKEN_ISSUER has to start with https://.'],
    ],
    [
      'the issuers and the provider of the demonstration',
      {
        TOKEN_ISSUER: 'http://localhost:4100/oidc',
        STAFF_ISSUER: 'http://127.0.0.1:4100/staff',
        PAYMENT_URL: 'http://[::1]:4100/payment',
      },
      ['TOKEN_ISSUER', 'STAFF_ISSUER', 'PAYMENT_URL'].map(
        (name) => `${name} is an address of this machine, as in the demonstration.`,
      ),
    ],
    [
      'a test key',
      { PAYMENT_SECRET_KEY: `sk_test_${randomSecret()}` },
      [
        'PAYMENT_SECRET_KEY is a test key: with it nobody is charged. For a trial set PAYMENT_TEST_KEYS=allowed.',
      ],
    ],
    [
      'the embedded database that nobody chose',
      { DATABASE_URL: '' },
      [
        'DATABASE_URL is missing: other machines can reach this address, so give the program PostgreSQL, or choose the embedded database with DATABASE=embedded.',
      ],
    ],
    ['the embedded database that was chosen', { DATABASE_URL: '', DATABASE: 'embedded' }, []],
    [
      'two databases',
      { DATABASE: 'embedded' },
      ['DATABASE=embedded and DATABASE_URL are both set: remove one of them.'],
    ],
    [
      'a short secret of the issuer',
      { CATALOG_CLIENT_ID: 'issuer', CATALOG_CLIENT_SECRET: 'q7Zr' },
      ['CATALOG_CLIENT_SECRET has to have at least 24 characters.'],
    ],
    [
      'a short client secret',
      { STAFF_CLIENT_SECRET: 'q7Zr' },
      ['STAFF_CLIENT_SECRET has to have at least 24 characters.'],
    ],
    ...[
      'x'.repeat(40),
      'abcd'.repeat(10),
      '0123456789'.repeat(4),
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabcdefghijk',
    ].map((secret): [string, Environment, string[]] => [
      `the secret ${secret}`,
      { LINK_SECRET: secret },
      ['LINK_SECRET is too regular: take a random one, as of “openssl rand -base64 32”.'],
    ]),
  ];
  it.each(wrong)('with %s', (_, settings, told) => {
    expect(sentences({ ...publicSettings(), ...settings })).toEqual(told);
  });

  it('is not started with the same secret for two settings', () => {
    const one = randomSecret();
    expect(sentences({ ...publicSettings(), LINK_SECRET: one, NEXTAUTH_SECRET: one })).toEqual([
      'LINK_SECRET is the same as NEXTAUTH_SECRET: each needs one of its own.',
    ]);
  });

  it('accepts no picture host that trusts the storefront', () => {
    const named = { SERVICE_URL: 'https://service.example', IMAGE_HOSTS: 'a.example,service.example:8443' };
    expect(sentences({ ...publicSettings(), ...named })).toEqual([
      'IMAGE_HOSTS may not name the host of SERVICE_URL: pictures come from other hosts.',
    ]);
    expect(sentences({ ...publicSettings(), ...named, IMAGE_HOSTS: 'a.example' })).toEqual([]);
  });

  it('accepts a test key for a trial, and random secrets of any kind', () => {
    for (let round = 0; round < 200; round += 1) {
      const random = { LINK_SECRET: randomBytes(16).toString('hex'), STAFF_CLIENT_SECRET: randomUUID() };
      expect(sentences({ ...publicSettings(), ...random })).toEqual([]);
    }
    const trial = { PAYMENT_SECRET_KEY: `sk_test_${randomSecret()}`, PAYMENT_TEST_KEYS: 'allowed' };
    expect(sentences({ ...publicSettings(), ...trial })).toEqual([]);
  });

  it('reports every mistake at once', () => {
    const told = sentences({ ...good, STOREFRONT_URL: 'http://tickets.example', MAIL_FROM: '', PORT: '0' });
    expect(told.filter((one) => one.startsWith('PORT') || one.startsWith('MAIL_FROM'))).toHaveLength(2);
    expect(told).toContain('STOREFRONT_URL has to start with https://.');
    expect(told.filter((one) => one.includes('too regular'))).toHaveLength(4);
    expect(told.filter((one) => one.includes('is the same as'))).toHaveLength(4);
    expect(told.join()).not.toContain('xxx');
  });
});

describe('pagePolicy', () => {
  it('allows scripts with the nonce only, and forms to known addresses only', () => {
    const policy = pagePolicy(readConfig(good), 'abc');
    expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic';");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("form-action 'self' https://checkout.stripe.com https://id.example;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    const https = readConfig({ ...publicSettings(), PAYMENT_URL: 'https://pay.example' });
    expect(pagePolicy(https, 'abc')).toMatch(
      /form-action 'self' https:\/\/pay\.example .*upgrade-insecure-requests$/,
    );
  });
});
