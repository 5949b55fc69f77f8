import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgramLog } from './program-log';
import { openSecurityLog, type SecurityEvent, WrongSecurityLog } from './security-log';

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'security-log-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  file = join(folder, crypto.randomUUID());
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const log = createProgramLog({ destination: { write: () => undefined } });
const refused: SecurityEvent = { event: 'request_refused', status: 403, network: '198.51.100.0/24' };

async function lines(): Promise<unknown[]> {
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

describe('the security log', () => {
  it('has a marked line with the time for each sign-in, appended to the existing ones', async () => {
    await writeFile(file, '{"before":true}\n');
    const security = openSecurityLog({ file, log });
    security({ event: 'sign_in', staff: 'person-1' });
    security({ event: 'sign_in', staff: 'person-1' });
    const line = {
      level: 30,
      log: 'security',
      event: 'sign_in',
      staff: 'person-1',
      time: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    };
    expect(await lines()).toEqual([{ before: true }, line, line]);
  });

  it('has a refusal at once, and the number of further ones once a minute', async () => {
    const security = openSecurityLog({ file, log });
    for (let times = 0; times < 1_000; times += 1) security(refused);
    security({ ...refused, network: '203.0.113.0/24' });
    expect(await lines()).toEqual([
      expect.objectContaining(refused),
      expect.objectContaining({ ...refused, network: '203.0.113.0/24' }),
    ]);
    vi.advanceTimersByTime(60_000);
    expect((await lines()).slice(2)).toEqual([expect.objectContaining({ ...refused, times: 999 })]);
    security(refused);
    expect(await lines()).toHaveLength(4);
  });

  it('is not filled by refusals from many networks, and still records sign-ins', async () => {
    const security = openSecurityLog({ file, log });
    for (let times = 0; times < 10_000; times += 1)
      security({ ...refused, network: `2001:db8:${times}::/56` });
    security({ event: 'sign_in', staff: 'person-1' });
    vi.advanceTimersByTime(60_000);
    const written = await lines();
    expect(written).toHaveLength(1_003);
    expect(written[1_001]).toMatchObject({ event: 'sign_in' });
    // The first line after the thousand has no details.
    expect(written[1_002]).toMatchObject({ event: 'request_refused', times: 8_999 });
  });

  it('goes on in a new file of the same name after SIGHUP, also of a refusal that continues', async () => {
    const listeners = process.listeners('SIGHUP');
    const security = openSecurityLog({ file, log });
    const reopen = process.listeners('SIGHUP').filter((one) => !listeners.includes(one));
    security(refused);
    security(refused);
    await rename(file, `${file}.1`);
    for (const one of reopen) one('SIGHUP');
    vi.advanceTimersByTime(60_000);
    security({ event: 'sign_in', staff: 'person-1' });
    expect(await lines()).toMatchObject([{ ...refused, times: 1 }, { event: 'sign_in' }]);
    expect((await readFile(`${file}.1`, 'utf8')).trim().split('\n')).toHaveLength(1);
    for (const one of reopen) process.off('SIGHUP', one);
  });

  it('reports in one sentence that its file can not be written', () => {
    const open = () => openSecurityLog({ file: folder, log });
    expect(open).toThrow(WrongSecurityLog);
    expect(open).toThrow(/^SECURITY_LOG names a file that can't be written \(EISDIR[^\n]+\)\.$/);
  });
});
