import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { MailError, smtpMailer } from './mailer';

const letter = {
  to: 'ada@example.org',
  subject: 'Your tickets',
  text: 'text',
  html: '<p>text</p>',
  messageId: '<1@shop.example>',
};
const from = 'Programme <tickets@shop.example>';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Accepts connections, says this much and nothing more. */
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
  'a server that %s is given up after the time that was set',
  async (_, greeting) => {
    const { smtpUrl } = await startSilentServer(greeting);
    const mailer = smtpMailer({ smtpUrl, from, timeoutMilliseconds: 100 });
    cleanUps.push(() => {
      mailer.close();
    });
    await expect(mailer.send(letter)).rejects.toEqual(
      new MailError("the mail server can't be reached", true),
    );
  },
  5_000,
);

it('letters that follow each other share connections', async () => {
  const connected: string[] = [];
  const taken: string[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
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
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const mailer = smtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from });
  cleanUps.push(() => {
    mailer.close();
    return new Promise<void>((closed) => smtp.close(closed));
  });
  for (let count = 0; count < 4; count += 1) await mailer.send(letter);
  expect(taken).toHaveLength(4);
  expect(connected.length).toBeLessThanOrEqual(2);
});
