import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkDisk, readiness } from './readiness';

function probed() {
  let time = Date.parse('2026-11-29T10:00:00Z');
  let asked = 0;
  let isAway = false;
  const database = () => {
    asked += 1;
    return isAway ? Promise.reject(new Error('db.internal refused')) : Promise.resolve();
  };
  const ask = readiness({ database, disk: () => Promise.resolve() }, () => time);
  return {
    ask,
    asked: () => asked,
    pass: (seconds: number) => (time += seconds * 1000),
    setAway: (away: boolean) => (isAway = away),
  };
}

it('a second of probes asks the database once', async () => {
  const { ask, asked, pass } = probed();
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['ready']));
  expect(asked()).toBe(1);
  pass(1);
  await ask();
  expect(asked()).toBe(2);
});

it('a part that fails is named with the time since when, without the reason, until it works again', async () => {
  const { ask, pass, setAway } = probed();
  await ask();
  setAway(true);
  pass(2);
  await ask();
  pass(60);
  expect(await ask()).toEqual({
    status: 'not ready',
    checks: { database: 'failed', disk: 'ok' },
    since: { database: '2026-11-29T10:00:02.000Z' },
  });
  setAway(false);
  pass(1);
  expect(await ask()).toEqual({ status: 'ready', checks: { database: 'ok', disk: 'ok' }, since: {} });
});

it('a part that does not answer is not waited for', async () => {
  const never = new Promise<never>(() => undefined);
  expect(await readiness({ database: () => never })()).toMatchObject({ checks: { database: 'slow' } });
});

it('a folder that is not there can’t be used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readiness-'));
  await chmod(folder, 0o700);
  await expect(checkDisk(folder)).resolves.toBeUndefined();
  await expect(checkDisk(join(folder, 'gone'))).rejects.toThrow('ENOENT');
});
