import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { piecesIn, type Piece, secretsIn, secretsOf } from './leaks';
import { recordFolder } from './recorded';
import { address, allMails, zoe } from './shop';

// Runs after all other journeys, and checks everything that they recorded.

/** What would give a reader access to a document: the storage's host, its paths, its signatures. */
function leaksIn({ where, text }: Piece): string[] {
  const { host } = new URL(address('E2E_SERVICE'));
  // A line about a request has the pattern of its route.
  const lines = text.replaceAll('"route":"/files/*"', '');
  const plain = [lines, lines.replaceAll('\\/', '/'), decodeAll(lines)];
  // The service may name the storage in its messages to the operator.
  const told = where === 'service.log' ? [] : [host];
  return [...told, '/files/', 'signature=', 'temporaryUrl']
    .filter((sign) => plain.some((one) => one.includes(sign)))
    .map((sign) => `${where}: ${sign}`);
}

function decodeAll(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      // Not UTF-8, so it contains no encoded URL either.
      return escaped;
    }
  });
}

async function mails(): Promise<Piece> {
  const answer = await fetch(`${address('E2E_DEMO')}/mail.json`);
  return { where: 'the mailbox', text: await answer.text() };
}

test('no signed URL is in any page, payload, header, e-mail or log line of all journeys', async () => {
  const recorded = await piecesIn(recordFolder());
  const logs = await piecesIn(join(address('E2E_DATA'), 'log'));
  const mailbox = await mails();
  // The control: documents were downloaded and e-mails sent, so a leak was possible.
  for (const seen of [
    /\/api\/orders\/[^/]+\/documents\/[^/]+\n(?:[^\n]+\n)*content-type: application\/pdf/,
    /text\/x-component/,
  ]) {
    expect(recorded.filter(({ text }) => seen.test(text))).not.toEqual([]);
  }
  expect(mailbox.text).toContain('/orders/link/');
  expect(logs.length).toBeGreaterThan(0);
  expect([...recorded, ...logs, mailbox].flatMap(leaksIn)).toEqual([]);
});

test('no personal data, code, link or cookie of all journeys is in the log of any program', async () => {
  const logs = await piecesIn(join(address('E2E_DATA'), 'log'));
  const secrets = secretsOf({ mails: await allMails(), recorded: await piecesIn(recordFolder()) });
  expect(logs.length).toBeGreaterThan(0);
  expect(secrets.length).toBeGreaterThan(10);
  expect(secretsIn(logs, [...secrets, ...Object.values(zoe)])).toEqual([]);
});

test('the security log contains who signed in and what was refused', async () => {
  const logs = await piecesIn(join(address('E2E_DATA'), 'log'));
  const lines = logs
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.includes('"log":"security"'));
  for (const seen of [
    /"event":"sign_in","staff":"person-staff"/,
    /"event":"sign_out","staff":"person-staff"/,
    /"event":"role_missing","staff":"person-[a-z]+","needs":"[a-z]+:[a-z]+( by catalog)?"/,
    /"event":"access_refused","reason":"code","network":"10\./,
    /"event":"access_refused","reason":"link","network":"10\./,
    /"event":"request_refused","status":403,"network":"10\./,
  ]) {
    expect(lines).toContainEqual(expect.stringMatching(seen));
  }
});

test('the search finds a URL in every encoding', () => {
  const signed = `${address('E2E_SERVICE')}/files/a/b-fr-1.pdf?expires=1&signature=abc`;
  for (const text of [
    signed,
    JSON.stringify({ url: signed }),
    encodeURIComponent(signed),
    `"${signed.replaceAll('/', '\\/')}"`,
  ]) {
    expect(leaksIn({ where: 'here', text })).not.toEqual([]);
  }
});
