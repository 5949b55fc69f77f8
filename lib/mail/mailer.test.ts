import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { MailError, smtpMailer, type Mailer } from './mailer';

const email = {
  to: 'ada@example.org',
  subject: 'Your tickets',
  text: 'text',
  html: '<p>text</p>',
  messageId: '<1@shop.example>',
};
const from = { name: 'Programme', address: 'tickets@shop.example' };

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  // Clients of a server are closed before it.
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Accepts connections, sends only this text. */
async function startSilentServer(greeting: string): Promise<{ smtpUrl: string; connections: Socket[] }> {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket.on('error', () => socket.destroy()));
    socket.write(greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    for (const socket of connections) socket.destroy();
    return new Promise((closed) => server.close(closed));
  });
  return { smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, connections };
}

it.each([
  ['never greets', ''],
  ['greets and never answers', '220 mail.example ESMTP\r\n'],
])(
  'a server that %s is given up after the time limit',
  async (_, greeting) => {
    const { smtpUrl } = await startSilentServer(greeting);
    const mailer = smtpMailer({ smtpUrl, from, timeoutMilliseconds: 100 });
    cleanUps.push(() => {
      mailer.close();
    });
    await expect(mailer.send(email)).rejects.toEqual(new MailError("the mail server can't be reached", true));
  },
  5_000,
);

/** A mail server that accepts e-mails, except what the options refuse. */
async function startServer(options: SMTPServerOptions): Promise<{ port: number }> {
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => done());
    },
    ...options,
  });
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => new Promise<void>((closed) => smtp.close(closed)));
  return { port: (server.address() as AddressInfo).port };
}

function openMailer(smtpUrl: string): Mailer {
  const mailer = smtpMailer({ smtpUrl, from });
  cleanUps.push(() => {
    mailer.close();
  });
  return mailer;
}

const reply = (code: number): Error => Object.assign(new Error('no'), { responseCode: code });

it.each<[string, boolean, SMTPServerOptions]>([
  [
    'the password is wrong',
    true,
    {
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => {
        done(reply(535));
      },
    },
  ],
  ['the sender is refused', true, { onMailFrom: (_address, _session, done) => done(reply(550)) }],
  ['the recipient is unknown', false, { onRcptTo: (_address, _session, done) => done(reply(550)) }],
  ['the mailbox is full for now', true, { onRcptTo: (_address, _session, done) => done(reply(452)) }],
  [
    'the message is refused',
    false,
    {
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => done(reply(554)));
      },
    },
  ],
])('when %s: trying again can help: %s', async (_, retry, options) => {
  const { port } = await startServer(options);
  const user = options.onAuth === undefined ? '' : 'shop:secret@';
  const mailer = openMailer(`smtp://${user}127.0.0.1:${port}`);
  await expect(mailer.send(email)).rejects.toMatchObject({ name: 'MailError', retry });
});

it('consecutive e-mails share connections', async () => {
  const connected: string[] = [];
  const taken: string[] = [];
  const { port } = await startServer({
    onConnect: (session, done) => {
      connected.push(session.id);
      done();
    },
    onData: (stream, session, done) => {
      stream.resume().on('end', () => {
        taken.push(session.id);
        done();
      });
    },
  });
  const mailer = openMailer(`smtp://127.0.0.1:${port}`);
  for (let count = 0; count < 4; count += 1) await mailer.send(email);
  expect(taken).toHaveLength(4);
  expect(connected.length).toBeLessThanOrEqual(2);
});
