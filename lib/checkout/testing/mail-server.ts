import { once } from 'node:events';
import { type Server } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mailbox that speaks SMTP. */
export interface MailServer {
  url: string;
  mails: { recipients: string[]; mail: Email }[];
  /** Refuses the next letters: for now (4xx), or for good (5xx). */
  refusals: number[];
  /** Recipients that the server does not take, with its answer: 550 where there is no such mailbox. */
  refusedRecipients: Map<string, number>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  const refusals: number[] = [];
  const refusedRecipients: MailServer['refusedRecipients'] = new Map();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const code = refusedRecipients.get(address);
      done(code === undefined ? null : Object.assign(new Error('no such mailbox'), { responseCode: code }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refusal = refusals.shift();
        if (refusal !== undefined) {
          done(Object.assign(new Error('not now'), { responseCode: refusal }));
          return;
        }
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push({ recipients: envelope.rcptTo.map(({ address }) => address), mail });
          done();
        }, done);
      });
    },
  });
  const server: Server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals,
    refusedRecipients,
    close: () => new Promise((closed) => smtp.close(closed)),
  };
}
