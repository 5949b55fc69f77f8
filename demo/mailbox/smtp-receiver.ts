import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { MailStore } from './mail-store';

export interface SmtpReceiver {
  /** The port it listens on, which the system chose when 0 was asked for. */
  readonly port: number;
  close(): Promise<void>;
}

export interface SmtpReceiverOptions {
  readonly port: number;
  readonly store: MailStore;
  /** Told of connections that broke and of mails that could not be kept. */
  readonly onError: (error: Error) => void;
}

const MAX_BYTES = 25 * 1024 * 1024;

/** There is no mailbox of this name: mail to it is refused for good, to show what staff do about it. */
export const unknownMailbox = 'unknown';
const noSuchMailbox = Object.assign(new Error('No such mailbox here.'), { responseCode: 550 });

/**
 * Takes mail for anybody over SMTP (RFC 5321) on the loopback interface and delivers none of it further.
 * Throws what `listen` throws, such as EADDRINUSE.
 */
export async function startSmtpReceiver({
  port,
  store,
  onError,
}: SmtpReceiverOptions): Promise<SmtpReceiver> {
  const server = new SMTPServer({
    banner: 'demonstration mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    rejectOversized: true,
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith(`${unknownMailbox}@`) ? noSuchMailbox : null),
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      buffer(stream)
        .then((raw) => store.receive(raw, recipients))
        .then(
          (mail) => done(null, `kept as ${mail.id}`),
          (error: unknown) => {
            const problem = error instanceof Error ? error : new Error(String(error));
            onError(problem);
            done(Object.assign(new Error('The message could not be kept.'), { responseCode: 451 }));
          },
        );
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
