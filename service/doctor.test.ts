import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { runChecks } from '@/lib/doctor/check';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { freePort } from '@/testing/free-port';
import { listenHttp } from '@/testing/listen-http';
import { selfSigned } from '@/testing/self-signed';
import { type Issuer, startIssuer } from '@/testing/ticketing-service/issuer';
import { startProgram, type TestProgram } from '@/testing/ticketing-service/program';
import { examineService } from './doctor';

let postgres: TestServer;
let issuer: Issuer;
let program: TestProgram;
let settings: Record<string, string>;

beforeAll(async () => {
  [postgres, issuer] = await Promise.all([startPostgres(), startIssuer()]);
  const databaseUrl = await postgres.createDatabase();
  program = await startProgram({ databaseUrl, issuer });
  settings = {
    SERVICE_PORT: String(program.port),
    DATA_DIR: program.folder,
    DATABASE_URL: databaseUrl,
    TOKEN_ISSUER: issuer.url,
  };
});
afterAll(async () => {
  await program.close();
  await issuer.close();
  await postgres.stop();
});

afterEach(() => vi.unstubAllEnvs());

const look = (differently: Record<string, string> = {}) =>
  runChecks(examineService({ ...settings, ...differently }));

const wrong = (subject: string, sentence: RegExp) => ({
  state: 'wrong',
  subject,
  sentence: expect.stringMatching(sentence) as string,
});

it('looks at a service that runs', async () => {
  const all = await look();
  // The server of the tests does not keep what is committed.
  expect(all.filter(({ state, sentence }) => state === 'wrong' && !/ is off: /.test(sentence))).toEqual([]);
  expect(all.map(({ subject, sentence }) => `${subject}: ${sentence}`)).toEqual(
    expect.arrayContaining([
      `public address: https://localhost:${program.port} is ready.`,
      `issuer: ${issuer.url} is the issuer that TOKEN_ISSUER names.`,
      'database: Its tables are those of this version.',
    ]),
  );
});

it('finds that the service is away, and an issuer whose name differs by a slash', async () => {
  const all = await look({ SERVICE_PORT: String(await freePort()), TOKEN_ISSUER: `${issuer.url}/` });
  expect(all).toContainEqual(wrong('public address', /\(SERVICE_URL\) refuses connections: start/));
  expect(all).toContainEqual(
    wrong('issuer', /calls itself http:\/\/127\.0\.0\.1:\d+: set TOKEN_ISSUER to exactly/),
  );
});

it('trusts authorities of NODE_EXTRA_CA_CERTS, also beside an authority of its own', async () => {
  const certificate = await selfSigned();
  const file = join(program.folder, 'extra.pem');
  await writeFile(file, certificate.cert);
  const proxy = await listenHttp((_request, response) => response.writeHead(503).end(), certificate);
  const untrusted = await look({ SERVICE_URL: proxy.url });
  vi.stubEnv('NODE_EXTRA_CA_CERTS', file);
  const trusted = await look({ SERVICE_URL: proxy.url });
  vi.stubEnv('NODE_EXTRA_CA_CERTS', 'nowhere.pem');
  const missing = await look({ SERVICE_URL: proxy.url });
  await proxy.close();
  expect(trusted).toContainEqual(wrong('public address', /answers 503: the service is stopping/));
  for (const all of [untrusted, missing])
    expect(all).toContainEqual(wrong('public address', /has a certificate that is not trusted here/));
});

it('finds files of a certificate that can’t be used', async () => {
  const [certFile, keyFile] = [join(program.folder, 'own.pem'), join(program.folder, 'own.key')];
  const use = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
  expect(await look(use)).toContainEqual(wrong('certificate files', /ENOENT.*: correct TLS_CERT_FILE/));
  const { cert, key } = await selfSigned(-60);
  await writeFile(certFile, cert);
  await writeFile(keyFile, key, { mode: 0o644 });
  const all = await look(use);
  expect(all).toContainEqual(wrong('certificate files', /expired on .*: correct TLS_CERT_FILE/));
  expect(all).toContainEqual(wrong('files of secrets', /file of TLS_KEY_FILE: close it with chmod o= /));
});

it('is a command, whose exit code says whether something is wrong', async () => {
  const run = (names: string[], differently: Record<string, string>) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const env = { ...process.env, ...settings, ...differently };
      const args = ['--import', 'tsx', 'doctor.mjs', ...names];
      execFile(process.execPath, args, { env }, (error, output) =>
        resolve({ code: Number(error?.code ?? 0), output }),
      );
    });
  const [wrongSettings, embedded] = await Promise.all([
    run(['service', 'storefront'], { SERVICE_PORT: 'x' }),
    run(['service'], { DATABASE_URL: '' }),
  ]);
  expect(wrongSettings.code).toBe(1);
  expect(wrongSettings.output).toMatch(/^service\nwrong {4}settings: SERVICE_PORT has to be/);
  expect(wrongSettings.output).toMatch(
    /\nstorefront\nwrong {4}settings: [\s\S]*PAYMENT_SECRET_KEY is missing/,
  );
  expect(embedded.output).toMatch(/^service\nok {7}settings: All settings can be used\.\n/);
  expect(embedded.output).toMatch(/\n0 wrong, \d+ warnings, \d+ ok\n$/);
  expect(embedded.code).toBe(0);
});
