import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { startMailServer } from '@/testing/fakes/mail/mail-server';
import { freePort } from '@/testing/free-port';
import { selfSigned } from '@/testing/self-signed';
import { lookAtMailServer, lookAtSender } from './mail';

const found = (state: string, sentence: RegExp) => ({
  state,
  sentence: expect.stringMatching(sentence) as string,
});

/** A mail server with one password, `right-password`. */
async function startStrictServer(options: ConstructorParameters<typeof SMTPServer>[0]) {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right-password' ? done(null, { user: 'shop' }) : done(new Error('no')),
    ...options,
  });
  // A client that does not trust the certificate ends the connection.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { port, close: () => new Promise<void>((done) => server.close(done)) };
}

const look = (smtpUrl: string) => lookAtMailServer({ smtpUrl });

it('a mail server lets the shop connect, and sign in', async () => {
  const [mail, strict] = await Promise.all([
    startMailServer(),
    startStrictServer({ disabledCommands: ['STARTTLS'] }),
  ]);
  expect(await look(mail.url)).toEqual([
    found('ok', /lets the shop connect/),
    found('ok', /^It is on this machine/),
  ]);
  expect(await look(mail.url.replace('//', '//shop:hidden@'))).toContainEqual(
    found('warning', /asks for no sign-in, so the name of SMTP_URL is not used/),
  );
  expect(await look(`smtp://shop:right-password@127.0.0.1:${strict.port}`)).toContainEqual(
    found('ok', /lets the shop sign in/),
  );
  expect(await look(`smtp://shop:hidden@127.0.0.1:${strict.port}`)).toEqual([
    found('wrong', /refuses the name or the password of SMTP_URL \(535\): correct them/),
  ]);
  await Promise.all([mail.close(), strict.close()]);
});

it('a mail server is not there, or has a certificate that is not trusted', async () => {
  const strict = await startStrictServer({ secure: true, ...(await selfSigned()) });
  for (const port of [await freePort(), strict.port])
    expect(await look(`smtps://shop:hidden@127.0.0.1:${port}`)).toEqual([
      found('wrong', /can’t be used \(ESOCKET\): check SMTP_URL, its certificate/),
    ]);
  await strict.close();
});

it('a mail server of another machine has no TLS', async () => {
  const mail = await startMailServer();
  // Another name of the loopback address, which nobody could tell from that of another machine.
  const found = await look(mail.url.replace('127.0.0.1', '0.0.0.0'));
  await mail.close();
  expect(found.at(-1)?.sentence).toMatch(/^E-mails and the password go to .* without TLS: use smtps/);
});

it('hints at records that the domain of the sender does not have', async () => {
  const dns = await startDns(
    new Map([
      ['example.org', 'v=spf1 -all'],
      ['_dmarc.example.org', 'v=DMARC1; p=none'],
    ]),
  );
  const lookAt = (address: string) => lookAtSender({ address }, dns.resolver);
  expect(await lookAt('shop@example.org')).toEqual([
    { state: 'ok', sentence: 'example.org has an SPF record.' },
    { state: 'ok', sentence: '_dmarc.example.org has a DMARC record.' },
  ]);
  expect((await lookAt('shop@shop.test'))[0]?.sentence).toMatch(/^No e-mail can come from shop\.test/);
  expect((await lookAt('shop@example.net')).map(({ state }) => state)).toEqual(['warning', 'warning']);
  await dns.close();
  expect(await lookAt('shop@example.org')).toEqual([
    { state: 'warning', sentence: expect.stringMatching(/can’t be looked up here/) as string },
  ]);
});

/** A DNS server (RFC 1035 §4.1) that has these TXT records. */
async function startDns(records: ReadonlyMap<string, string>) {
  const server = createSocket('udp4');
  server.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const question = query.subarray(12, at + 5);
    const text = records.get(labels.join('.').toLowerCase());
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(text === undefined ? 0 : 1, 6);
    // The name of the question, TXT, IN, a minute, and the text with its length.
    const answer = Buffer.from([
      0xc0,
      12,
      0,
      16,
      0,
      1,
      0,
      0,
      0,
      60,
      0,
      (text?.length ?? 0) + 1,
      text?.length ?? 0,
    ]);
    const parts = text === undefined ? [head, question] : [head, question, answer, Buffer.from(text)];
    server.send(Buffer.concat(parts), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const resolver = new Resolver({ timeout: 200, tries: 1 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  return {
    resolver,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
