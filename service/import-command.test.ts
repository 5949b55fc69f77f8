import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '@/testing/free-port';
import { selfSigned } from '@/testing/self-signed';
import { localCertificate } from './http/certificate';
import { listen, type Listening } from './http/listen';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

const programme = {
  '@context': 'https://schema.org',
  '@type': 'Event',
  '@id': 'talk',
  name: 'A talk',
  performer: 'Somebody',
  startDate: '2027-09-05T13:30',
  offers: { '@type': 'Offer', price: '5.00', priceCurrency: 'EUR' },
};
const open = ['--catalog', 'open', '--name', 'Open House'];
let folder: string;
let service: TestService;
let server: Listening;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
  service = await startTestService();
  const port = await freePort();
  const certificate = await localCertificate(join(folder, 'tls'), 'localhost', new Date());
  server = await listen({ handle: service.handle, certificate, host: 'localhost', port });
  environment = {
    SERVICE_URL: `https://localhost:${port}`,
    SERVICE_TOKEN: await service.token(),
    DATA_DIR: folder,
  };
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await server.close();
  await service.close();
  await rm(folder, { recursive: true });
});

/** The output of the command for a file with that text, and its exit code. */
async function run(text: string, ...options: string[]) {
  return runWith({}, text, ...options);
}

async function runWith(settings: Record<string, string>, text: string, ...options: string[]) {
  const file = join(folder, 'programme.jsonld');
  await writeFile(file, text);
  const command = ['--import', 'tsx', 'service/import-command.ts', file, ...options];
  const env = { ...process.env, ...environment, ...settings };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, stdout, stderr }),
    );
  });
}

async function catalogues() {
  const { body } = await service.call('GET', '/v1/ticketing/catalogs');
  return z.object({ totalItems: z.int(), member: z.array(z.unknown()) }).parse(body);
}

describe('the import command', () => {
  it('does not guess a time zone: schema.org needs an explicit one', async () => {
    const before = await catalogues();
    const { code, stderr } = await run(JSON.stringify(programme), ...open);
    expect([code, stderr]).toEqual([1, expect.stringContaining('--timezone <Europe/Paris>')]);
    expect(await catalogues()).toEqual(before);
  });

  it('reads a file that begins with a byte order mark, and a dry run says what would be left out', async () => {
    const before = await catalogues();
    const text = `\uFEFF${JSON.stringify(programme)}`;
    const trial = await run(text, ...open, '--timezone', 'Europe/London', '--dry-run');
    expect(trial).toMatchObject({ code: 0, stderr: '' });
    expect(trial.stdout).toContain('(dry run)\n');
    expect(trial.stdout).toContain('session: 1 added');
    expect(trial.stdout).toContain('warnings: 1\n  1 × $.schemaOrg.performer: "performer" is not read.\n');
    expect(await catalogues()).toEqual(before);
    expect((await readFile(join(folder, 'programme.jsonld'))).subarray(0, 3)).toEqual(
      Buffer.from([0xef, 0xbb, 0xbf]),
    );
    expect((await run(text, ...open, '--timezone', 'Europe/London')).code).toBe(0);
    const after = await catalogues();
    expect(after.totalItems).toBe(before.totalItems + 1);
    expect(after.member).toContainEqual(expect.objectContaining({ timezone: 'Europe/London' }));
  });

  it('tells where a file stops being JSON', async () => {
    const { code, stderr } = await run('{\n  "@context": "https://schema.org",\n}', ...open);
    expect([code, stderr]).toEqual([1, expect.stringContaining('the mistake is at line 3, column 1.\n')]);
  });

  it('tells all that is wrong at once, with the values that were refused', async () => {
    const offers = { '@type': 'Offer', price: '12 €', priceCurrency: 'USD', validFrom: '2027-06-64T18:30' };
    const { stderr } = await run(
      JSON.stringify({ ...programme, offers }),
      ...open,
      '--timezone',
      'Europe/London',
    );
    expect(stderr).toContain('$.schemaOrg.offers.price: ');
    expect(stderr).toContain('such as 12.50, of at most 99999999.99. Refused: “12 €”.\n');
    expect(stderr).toMatch(/offers\.priceCurrency: .* Refused: “USD”\.\n/);
    expect(stderr).toMatch(/offers\.validFrom: .* Refused: “2027-06-64T18:30”\.\n/);
  });

  it('needs no setting of the server, at a public address neither', async () => {
    const token = join(folder, 'token');
    await writeFile(token, 'a token\n');
    const settings = { SERVICE_URL: 'https://api.invalid', SERVICE_TOKEN: '', SERVICE_TOKEN_FILE: token };
    const { stderr } = await runWith({ ...settings, HOLD_MINUTES: 'ten' }, '{}');
    expect(stderr).toMatch(
      /^The service at https:\/\/api\.invalid can't be reached \(.*\)\. Start it, or set SERVICE_URL\.\n$/,
    );
  });

  it('trusts the usual authorities beside that of SERVICE_CA_FILE', async () => {
    const other = join(folder, 'other.pem');
    await writeFile(other, (await selfSigned()).cert);
    const trusted = { SERVICE_CA_FILE: other, NODE_EXTRA_CA_CERTS: join(folder, 'tls/ca.pem') };
    const options = [...open, '--timezone', 'Europe/London', '--dry-run'];
    expect(await runWith(trusted, JSON.stringify(programme), ...options)).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it.each([
    ['SERVICE_TOKEN', '', 'SERVICE_TOKEN is missing: an access token with catalog:write.'],
    [
      'SERVICE_CA_FILE',
      'nowhere.pem',
      "SERVICE_CA_FILE names a file that can't be read (ENOENT: no such file or directory, open 'nowhere.pem').",
    ],
    [
      'SERVICE_URL',
      'http://api.invalid',
      'SERVICE_URL has to be an address that starts with https://, such as https://api.tickets.example.',
    ],
  ])('tells in one sentence what is wrong with %s', async (name, value, sentence) => {
    expect(await runWith({ [name]: value }, '{}')).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
  });

  it('refuses one remainingAttendeeCapacity for an event with several dates, and imports nothing', async () => {
    const before = await catalogues();
    const stock = { ...programme, remainingAttendeeCapacity: 5, startDate: undefined };
    const sessions = ['05', '06'].map((day) => ({ '@type': 'Event', startDate: `2027-09-${day}T10:00` }));
    const { code, stderr } = await run(
      JSON.stringify({ ...stock, '@id': 'other', subEvent: sessions }),
      '--catalog',
      'other',
      '--name',
      'Other',
      '--timezone',
      'Europe/London',
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('$.schemaOrg.remainingAttendeeCapacity')]);
    expect(await catalogues()).toEqual(before);
  });
});
