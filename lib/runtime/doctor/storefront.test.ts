import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runChecks, type SubjectFinding } from '@/lib/doctor/check';
import { startPostgres, type TestServer as Postgres } from '@/testing/database/postgres';
import { type MailServer, startMailServer } from '@/testing/fakes/mail/mail-server';
import { secretKey, startStripe, type StripeServer } from '@/testing/fakes/stripe/stripe-server';
import { freePort } from '@/testing/free-port';
import { listenHttp } from '@/testing/listen-http';
import { requiredSettings } from '@/testing/required-settings';
import { selfSigned } from '@/testing/self-signed';
import { serve, type TestServer } from '@/testing/server/test-server';
import { temporaryFolder } from '@/testing/temporary-folder';
import { type Issuer, type IssuerFaults, startIssuer } from '@/testing/ticketing-service/issuer';
import { startProgram, type TestProgram } from '@/testing/ticketing-service/program';
import { judgeRedirect, lookAtProxies } from './public-address';
import { examineStorefront } from './storefront';

let postgres: Postgres;
let issuer: Issuer;
let service: TestProgram;
let stripe: StripeServer;
let mail: MailServer;
let shop: TestServer;
let folder: { path: string; remove: () => Promise<void> };
let settings: Record<string, string | undefined>;

beforeAll(async () => {
  [postgres, issuer, mail, folder] = await Promise.all([
    startPostgres(),
    startIssuer(),
    startMailServer(),
    temporaryFolder(),
  ]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  [service, stripe, shop] = await Promise.all([
    postgres.createDatabase().then((databaseUrl) => startProgram({ databaseUrl, issuer })),
    startStripe({ webhookUrl: `${url}/api/webhooks/payment` }),
    serve(undefined, { storefrontUrl: url, port }),
  ]);
  settings = {
    ...requiredSettings,
    STOREFRONT_URL: url,
    DATA_DIR: folder.path,
    DATABASE_URL: await postgres.createDatabase(),
    SERVICE_URL: `https://localhost:${service.port}`,
    SERVICE_CA_FILE: join(service.folder, 'tls/ca.pem'),
    TOKEN_ISSUER: issuer.url,
    TOKEN_AUDIENCE: 'https://service.test',
    STAFF_ISSUER: issuer.url,
    PAYMENT_URL: stripe.url,
    PAYMENT_SECRET_KEY: secretKey,
    SMTP_URL: mail.url,
    MAIL_FROM: 'tickets@shop.test',
  };
});
afterAll(async () => {
  await Promise.all([service.close(), stripe.close(), mail.close(), shop.close(), issuer.close()]);
  await Promise.all([postgres.stop(), folder.remove()]);
});

const look = (differently: Record<string, string | undefined> = {}) =>
  runChecks(examineStorefront({ ...settings, ...differently }));

const found = (state: SubjectFinding['state']) => (subject: string, sentence: RegExp) => ({
  state,
  subject,
  sentence: expect.stringMatching(sentence) as string,
});
const [ok, warning, wrong] = [found('ok'), found('warning'), found('wrong')];

async function withIssuer<Result>(faults: IssuerFaults, work: (url: string) => Promise<Result>) {
  const other = await startIssuer(faults);
  try {
    return await work(other.url);
  } finally {
    await other.close();
  }
}

describe('a storefront', () => {
  it('has everything that it needs', async () => {
    const all = await look();
    expect(all.filter(({ state, subject }) => state === 'wrong' && subject !== 'database')).toEqual([]);
    expect([...new Set(all.map(({ subject }) => subject))]).toEqual([
      'settings',
      'files of secrets',
      'data folder',
      'security log',
      'database',
      'issuer',
      'identity provider',
      'tokens',
      'service',
      'payment',
      'mail server',
      'sender',
      'public address',
      'address without TLS',
      'proxies',
    ]);
    for (const expected of [
      ok('data folder', /^Only its owner can use DATA_DIR/),
      ok('issuer', /is the issuer that TOKEN_ISSUER names/),
      ok('issuer', /^It has 1 key\.$/),
      ok('identity provider', /^It knows the client \S+ \(STAFF_CLIENT_ID\) and its secret\.$/),
      ok('tokens', /SERVICE_CLIENT_ID a token with the scopes catalog:read, booking:read, booking:write/),
      ok('service', /is ready/),
      ok('service', /^The certificate of .* is valid for 36\d more days/),
      ok('service', /^The clock of https:\/\/localhost:\d+ is that of this machine/),
      warning('service', /accepts the token, and has no catalogue yet/),
      ok('payment', /accepted, and it is a test key/),
      ok('payment', /^Webhooks come to .*\/api\/webhooks\/payment\.$/),
      ok('mail server', /lets the shop connect/),
      ok('public address', /^The shop answers at/),
    ])
      expect(all).toContainEqual(expected);
  });

  it('names all mistakes of the settings, and files that others can read', async () => {
    const file = join(folder.path, 'link-secret');
    await writeFile(file, 'x'.repeat(40), { mode: 0o644 });
    const all = await look({
      PORT: 'x',
      LINK_SECRET: undefined,
      LINK_SECRET_FILE: file,
      SMTP_URL: 'mail',
      SMPT_URL: 'a',
    });
    expect(all).toEqual([
      wrong('settings', /^PORT has to be/),
      wrong('settings', /^SMTP_URL has to be/),
      warning('settings', /^SMPT_URL is no setting: SMTP_URL is/),
      warning('settings', /^Nothing else is looked at/),
      wrong('files of secrets', /file of LINK_SECRET_FILE: close it with chmod o= /),
    ]);
    await chmod(file, 0o640);
    expect(await look({ LINK_SECRET: undefined, LINK_SECRET_FILE: file })).toContainEqual(
      ok('files of secrets', /^No other user/),
    );
  });

  it('has a folder for itself, and a security log that can be written', async () => {
    const open = join(folder.path, 'open');
    await mkdir(open);
    await chmod(open, 0o755);
    const file = join(folder.path, 'a-file');
    await writeFile(file, '');
    const [first, second, third] = await Promise.all([
      look({ DATA_DIR: open, SECURITY_LOG: join(folder.path, 'missing', 'security.log') }),
      look({ DATA_DIR: file, SECURITY_LOG: open }),
      look({ DATA_DIR: join(open, 'new'), SECURITY_LOG: file }),
    ]);
    expect(first).toContainEqual(wrong('data folder', /^Other users .*chmod 700 /));
    expect(first).toContainEqual(wrong('security log', /missing \(SECURITY_LOG\) can’t be written .*ENOENT/));
    expect(second).toContainEqual(wrong('data folder', /is no folder/));
    expect(second).toContainEqual(wrong('security log', /is a folder/));
    expect(third).toContainEqual(warning('data folder', /does not exist yet/));
    expect(third).toContainEqual(ok('security log', /can be written/));
  });
});

describe('the issuers', () => {
  it.each<[string, IssuerFaults, RegExp]>([
    [
      'calls itself something else',
      { calledName: 'https://id.example' },
      /calls itself https:\/\/id\.example: set TOKEN_ISSUER/,
    ],
    ['has a wrong clock', { secondsAhead: 600 }, /^The clock of http.* is \d{3} seconds ahead of .*NTP/],
    ['has a clock that is late', { secondsAhead: -600 }, /is \d{3} seconds behind/],
    ['has no keys', { isKeyless: true }, /has no keys of/],
  ])('an issuer that %s', async (_name, faults, sentence) => {
    await withIssuer(faults, async (url) => {
      const all = await look({ TOKEN_ISSUER: url, STAFF_ISSUER: url });
      expect(all).toContainEqual(wrong('issuer', sentence));
      const ofStaff = new RegExp(sentence.source.replace('TOKEN_ISSUER', 'STAFF_ISSUER'));
      expect(all).toContainEqual(wrong('identity provider', ofStaff));
    });
  });

  it('a clock that differs by seconds', async () => {
    await withIssuer({ secondsAhead: 15 }, async (url) => {
      expect(await look({ STAFF_ISSUER: url })).toContainEqual(
        warning('identity provider', /is 1?\d seconds ahead/),
      );
    });
  });

  it('an address without an issuer', async () => {
    const all = await look({
      TOKEN_ISSUER: `http://127.0.0.1:${await freePort()}`,
      STAFF_ISSUER: stripe.url,
    });
    expect(all).toContainEqual(wrong('issuer', /\(TOKEN_ISSUER\) refuses connections: start what/));
    expect(all).toContainEqual(
      wrong('identity provider', /is no discovery document of an issuer \(status 404\): correct STAFF/),
    );
    // That there is no token follows from that.
    expect(all.filter(({ subject }) => subject === 'tokens')).toEqual([]);
  });

  it.each<[string, IssuerFaults, RegExp]>([
    [
      'does not know the client of staff',
      { refuses: true },
      /client of staff \(401 invalid_client\): correct/,
    ],
    [
      'gives that client no codes',
      { refusesCodes: 'unauthorized_client' },
      /\(400 unauthorized_client\): .*let the client use the authorization code flow/,
    ],
  ])('an identity provider that %s', async (_name, faults, sentence) => {
    await withIssuer(faults, async (url) => {
      expect(await look({ STAFF_ISSUER: url })).toContainEqual(wrong('identity provider', sentence));
    });
  });

  it('an identity provider that answers something else to a code', async () => {
    await withIssuer({ tokenEndpoint: `${settings['STOREFRONT_URL']}/token` }, async (url) => {
      expect(await look({ STAFF_ISSUER: url })).toContainEqual(
        warning('identity provider', /^It does not tell whether STAFF_CLIENT_ID/),
      );
    });
  });

  it('whose certificate, or that of its tokens, is not trusted', async () => {
    const server = await listenHttp((_request, response) => response.end(), await selfSigned());
    const untrusted = /has a certificate that is not trusted here: .* or name its authority/;
    const all = await look({ TOKEN_ISSUER: server.url });
    expect(all).toContainEqual(wrong('issuer', untrusted));
    expect(all.filter(({ subject }) => subject === 'tokens')).toEqual([]);
    expect(all.filter(({ subject, state }) => subject === 'service' && state === 'wrong')).toEqual([]);
    await withIssuer({ tokenEndpoint: `${server.url}/token` }, async (url) => {
      const apart = await look({ TOKEN_ISSUER: url });
      expect(apart.filter(({ subject }) => subject === 'tokens')).toEqual([
        wrong('tokens', new RegExp(`^There is no token for SERVICE_CLIENT_ID: .*/token ${untrusted.source}`)),
      ]);
    });
    await server.close();
  });

  it('an issuer that refuses the client, or a scope', async () => {
    await withIssuer({ refuses: true }, async (url) => {
      const catalog = { CATALOG_CLIENT_ID: 'issuer', CATALOG_CLIENT_SECRET: 'hidden-catalog-secret' };
      const all = await look({ TOKEN_ISSUER: url, ...catalog });
      expect(all).toContainEqual(wrong('tokens', /^There is no token for SERVICE_CLIENT_ID .*answered 401/));
      expect(all).toContainEqual(wrong('tokens', /^There is no token for CATALOG_CLIENT_ID/));
    });
    await withIssuer({ grants: 'catalog:read' }, async (url) => {
      expect(await look({ TOKEN_ISSUER: url })).toContainEqual(
        wrong('tokens', /lacks the scopes booking:read, booking:write: /),
      );
    });
  });
});

describe('the service', () => {
  it('is not there', async () => {
    const nowhere = await look({ SERVICE_URL: `https://localhost:${await freePort()}` });
    expect(nowhere).toContainEqual(wrong('service', /\(SERVICE_URL\) refuses connections/));
  });

  // A token of another issuer is refused before its claims are looked at.
  it.each<[string, IssuerFaults, RegExp[]]>([
    ['no organization', { claims: { organization: undefined } }, [/no claim organization/]],
    ['another audience', { claims: { aud: ['a', 'b'] } }, [/\(aud\) is \["a","b"\] and not https:\/\/serv/]],
    ['no audience', { claims: { aud: undefined } }, [/\(aud\) is missing and not/]],
    [
      'another issuer and type',
      { claims: { iss: 'https://id.example' }, type: 'JWT' },
      [
        /\(iss\) is "https:\/\/id\.example" and not http.*: correct TOKEN_ISSUER/,
        /\(typ\) is jwt and not at\+jwt: set TOKEN_PLAIN_JWT=true for the service/,
      ],
    ],
    ['fewer scopes', { grants: 'catalog:read' }, [/lacks the scopes booking:read, booking:write of TOKEN/]],
    ['all that it needs', {}, [/say: set them to the same for the service, whose log says why/]],
  ])('refuses a token with %s', async (_name, faults, sentences) => {
    await withIssuer(faults, async (url) => {
      const all = await look({ TOKEN_ISSUER: url });
      expect(all.filter(({ subject, state }) => subject === 'service' && state === 'wrong')).toEqual(
        sentences.map((sentence) => wrong('service', sentence)),
      );
    });
  });

  it('says what the shop can’t do with the scopes of its token', async () => {
    const all = await look({ TOKEN_SCOPE: 'catalog:read booking:read' });
    expect(all).toContainEqual(warning('tokens', /^The shop can’t sell without booking:write: add/));
    expect(all).toContainEqual(
      ok('tokens', /without ticket:redeem the page .*; without booking:counter .*; without booking:override/),
    );
    const admitting = await look({ TOKEN_SCOPE: 'catalog:read booking:read booking:write ticket:redeem' });
    expect(admitting).toContainEqual(
      ok('tokens', /^Of the pages of staff: without booking:counter .*; without booking:override/),
    );
    expect(admitting.filter(({ sentence }) => sentence.startsWith('The shop can’t'))).toEqual([]);
    expect(await look({ TOKEN_SCOPE: 'booking:read' })).toContainEqual(
      wrong('service', /\(.* 403 .*: let the issuer grant it the scope catalog:read/),
    );
  });

  it('has a certificate that has expired, soon does, or is not trusted', async () => {
    const file = join(folder.path, 'ca.pem');
    for (const [seconds, expected] of [
      [-60, wrong('service', /has a certificate that has expired: renew it/)],
      [3 * 24 * 3600, warning('service', /is valid for [23] more days\. Renew it/)],
    ] as const) {
      const certificate = await selfSigned(seconds);
      await writeFile(file, certificate.cert);
      const server = await listenHttp((_request, response) => response.writeHead(503).end(), certificate);
      expect(await look({ SERVICE_URL: server.url, SERVICE_CA_FILE: file })).toContainEqual(expected);
      const without = await look({ SERVICE_URL: server.url, SERVICE_CA_FILE: settings['SERVICE_CA_FILE'] });
      expect(without).toContainEqual(wrong('service', /has a certificate that (is not trusted|has expired)/));
      await server.close();
    }
  });

  it('does not trust its proxy', async () => {
    const certificate = await selfSigned();
    const file = join(folder.path, 'ca-of-proxy.pem');
    await writeFile(file, certificate.cert);
    const proxy = await listenHttp(({ method, url: path, headers }, response) => {
      const passed = { ...headers, 'x-forwarded-proto': 'https' };
      const to = { host: '127.0.0.1', port: service.port, method, path, headers: passed };
      request(to, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }).end();
    }, certificate);
    const all = await look({ SERVICE_URL: proxy.url, SERVICE_CA_FILE: file });
    await proxy.close();
    expect(all.filter(({ subject, state }) => subject === 'service' && state === 'wrong')).toEqual([
      wrong('service', /: set TRUSTED_PROXIES of the service to the address of the proxy/),
    ]);
  });

  it('is not ready', async () => {
    const certificate = await selfSigned();
    const file = join(folder.path, 'ca-of-unready.pem');
    await writeFile(file, certificate.cert);
    const server = await listenHttp((_request, response) => response.writeHead(503).end(), certificate);
    const all = await look({ SERVICE_URL: server.url, SERVICE_CA_FILE: file });
    await server.close();
    expect(all).toContainEqual(wrong('service', /\/readyz answers 503: the service is stopping, lacks/));
    expect(all).toContainEqual(wrong('service', /gives no catalogues/));
  });
});

describe('the public address', () => {
  it('is that of something else, or of nothing', async () => {
    const moved = await listenHttp((_request, response) =>
      response.writeHead(301, { location: 'https://shop.example/' }).end(),
    );
    const [other, nothing, redirect] = await Promise.all([
      look({ STOREFRONT_URL: stripe.url }),
      look({ STOREFRONT_URL: `http://127.0.0.1:${await freePort()}` }),
      look({ STOREFRONT_URL: moved.url }),
    ]);
    expect(other).toContainEqual(wrong('public address', /^Something else than the shop .*status 404/));
    expect(nothing).toContainEqual(wrong('public address', /\(STOREFRONT_URL\) refuses connections/));
    expect(redirect).toContainEqual(
      wrong('public address', /leads to https:\/\/shop\.example\/: set STOREFRONT_URL/),
    );
    expect(await judgeRedirect(moved.url, 'https://shop.example')).toMatchObject({ state: 'ok' });
    expect(await judgeRedirect(moved.url, 'https://other.example')).toMatchObject({ state: 'wrong' });
    await moved.close();
    expect(await judgeRedirect(moved.url, 'https://shop.example')).toMatchObject({ state: 'warning' });
  });

  it('is behind proxies that are trusted', () => {
    const proxies = (host: string, ...trustedProxies: string[]) => {
      const listen = {
        host,
        trustedProxies,
        port: 3000,
        drainSeconds: 0,
        limits: { total: 1, perNetwork: 1 },
      };
      return lookAtProxies({ listen, storefrontUrl: 'https://tickets.example' }).map(({ state }) => state);
    };
    expect(proxies('127.0.0.1')).toEqual(['wrong']);
    expect(proxies('0.0.0.0', '127.0.0.1', '::1')).toEqual(['warning']);
    expect(proxies('0.0.0.0', '10.0.0.0/8')).toEqual(['ok']);
    expect(proxies('::1', '127.0.0.1')).toEqual(['ok']);
  });
});
