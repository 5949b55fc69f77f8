import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface SmtpServer {
  /** The port on which it listens; the system chooses it if 0 was requested. */
  readonly port: number;
  readonly close: () => Promise<void>;
}

export interface SmtpServerOptions {
  readonly port: number;
  /** The reply code with which a recipient is refused: 550 for a mailbox that does not exist; null: accepted. */
  readonly refusalOf: (address: string) => number | null;
  /** Keeps a message; the sender gets the text to which it resolves, or the Error with which it fails. */
  readonly receive: (raw: Buffer, recipients: string[]) => Promise<string>;
  /** Called for connections that broke. */
  readonly onError: (error: Error) => void;
}

const MAX_BYTES = 25 * 1024 * 1024;

/** The reply of this code, with which a server refuses a recipient or a message (RFC 5321 §4.2). */
export function smtpReply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/**
 * A fake mail server: accepts mail for any address over SMTP (RFC 5321) on the loopback interface and forwards none
 * of it. Throws what `listen` throws, such as EADDRINUSE.
 */
export async function startSmtpServer({
  port,
  refusalOf,
  receive,
  onError,
}: SmtpServerOptions): Promise<SmtpServer> {
  const server = new SMTPServer({
    banner: 'fake mail server',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    rejectOversized: true,
    onRcptTo: ({ address }, _session, done) => {
      const code = refusalOf(address);
      done(code === null ? null : smtpReply(code, 'No such mailbox here.'));
    },
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((raw) => receive(raw, recipients))
        .then((reply) => done(null, reply), done);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', onError);
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
