import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import { parseConnectionUrl } from 'nodemailer/lib/shared/index.js';

/** What the mail server lets the shop do; no e-mail is sent. */
export type SmtpState =
  /** `isSignedIn`: with the name and password of the address, if it has them and the server knows sign-ins. */
  | { readonly kind: 'usable'; readonly isEncrypted: boolean; readonly isSignedIn: boolean }
  /** It could not be reached, or its TLS not be trusted; `why`: the code of the error. */
  | { readonly kind: 'unreachable'; readonly why: string }
  /** It refuses the name or the password, with this status of SMTP. */
  | { readonly kind: 'refused'; readonly status: number };

/** Connects as the mailer does, and signs in. */
export function checkSmtp(smtpUrl: string, timeoutMilliseconds: number): Promise<SmtpState> {
  const options = parseConnectionUrl(smtpUrl);
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
  });
  return new Promise((resolve) => {
    let isOver = false;
    const end = (state: SmtpState) => {
      // Its own end is an event, too.
      if (isOver) return;
      isOver = true;
      if (state.kind === 'usable') connection.quit();
      else connection.close();
      resolve(state);
    };
    const failed = ({ code = '', responseCode }: SMTPConnection.SMTPError) =>
      end(
        code === 'EAUTH'
          ? { kind: 'refused', status: responseCode ?? 0 }
          : { kind: 'unreachable', why: responseCode === undefined ? code : `${code} ${responseCode}` },
      );
    connection.on('error', failed);
    connection.on('end', () => end({ kind: 'unreachable', why: 'it ended the connection' }));
    connection.connect(() => {
      const usable = (isSignedIn: boolean) =>
        end({ kind: 'usable', isEncrypted: connection.secure, isSignedIn });
      const { auth } = options;
      // Not among its types; the mailer asks for the same (SMTPPool).
      const { allowsAuth } = connection as SMTPConnection & { readonly allowsAuth: boolean };
      if (auth === undefined || !('pass' in auth) || !allowsAuth) usable(false);
      else connection.login(auth, (error) => (error ? failed(error) : usable(true)));
    });
  });
}
