import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { piecesIn, secretsIn, secretsOf } from './leaks';

const token = 'q3Zk9_Ws7bVt2LxYcR5mHd8fPj4gNe6uTa1oKi0sXvQ';
const ticket = 'AaIOLyVTcwiBX1KKU77uxQGiDi8uGHMGvIexnFRE4MTt9fbMMfus3Q-0330_uifw';
const mails = [
  { to: ['zoe@example.test'], text: `Your code: 1234 5678` },
  { to: ['ada@example.test'], text: `http://localhost:1/en/orders/link/${token}\n` },
  { to: [], text: null },
];
const recorded = [
  {
    where: 'a.txt',
    text:
      '200 http://localhost:1/en\nset-cookie: guest=GuestTokenOfThisBrowser; Path=/\n__Host-other=AnotherTokenOfIt; path=/\nx=; Path=/' +
      `\n<input value="http://localhost:1/en/tickets/${ticket}">`,
  },
];

let folder: string | undefined;
afterEach(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true });
});

it('the secrets of a run are those that were mailed, or set as cookies, and the links of tickets', () => {
  expect(secretsOf({ mails, recorded })).toEqual([
    'zoe@example.test',
    'ada@example.test',
    '1234 5678',
    token,
    ticket,
    'GuestTokenOfThisBrowser',
    'AnotherTokenOfIt',
  ]);
});

it('the search finds each of them in the log files, in every encoding', async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaks-'));
  const secrets = [...secretsOf({ mails, recorded }), 'Łukasz'];
  await writeFile(join(folder, 'quiet.log'), '{"level":30,"checkout":"0192f0c1","msg":"ready"}\n');
  const [quiet] = await piecesIn(folder);
  expect(secretsIn(quiet === undefined ? [] : [quiet], secrets)).toEqual([]);
  for (const secret of secrets) {
    const written = [secret, secret.toUpperCase(), encodeURIComponent(secret), JSON.stringify({ secret })];
    for (const text of [...written, '\\u0141ukasz zoe@example.test']) {
      await writeFile(join(folder, 'loud.log'), `{"msg":"x"}\n${text}\n`);
      expect(secretsIn(await piecesIn(folder), secrets)).not.toEqual([]);
    }
  }
});
