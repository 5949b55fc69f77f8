import type { AuthOptions, LoggerInstance } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import { z } from 'zod';
import { beginStaffSession, staffSessionLimits } from '../checkout/staff-session-store';
import { hashToken, newToken } from '../checkout/tokens';
import type { Config } from '../runtime/config';
import type { SecurityLog } from '../log/security-log';
import type { Log } from '../runtime/log';
import type { Runtime } from '../runtime/runtime';

/** What the identity provider says of a person. */
const profileSchema = z.object({
  sub: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  roles: z.array(z.string()).default([]),
});

export interface SignInContext {
  config: Pick<Config, 'staff' | 'signInSecret' | 'storefrontUrl'>;
  log: Pick<Log, 'error' | 'warn'>;
  security: SecurityLog;
  rooms: Pick<Runtime['rooms'], 'database'>;
}

/** How next-auth signs staff in. */
export function signInOptions({ config, log, security, rooms }: SignInContext): AuthOptions {
  const { issuer, clientId, clientSecret } = config.staff;
  return {
    secret: config.signInSecret,
    session: { strategy: 'jwt', maxAge: staffSessionLimits.hours * 60 * 60 },
    useSecureCookies: isSecure(config),
    cookies: signInCookies(config),
    logger: signInLogger(log, security),
    // Without a language: the proxy adds the visitor's.
    pages: { signIn: '/staff', error: '/staff', signOut: '/staff', verifyRequest: '/staff' },
    providers: [
      {
        id: 'staff',
        name: 'staff',
        type: 'oauth',
        wellKnown: `${issuer}/.well-known/openid-configuration`,
        idToken: true,
        checks: ['pkce', 'state', 'nonce'],
        authorization: { params: { scope: 'openid profile email roles' } },
        clientId,
        clientSecret,
        profile: (claims) => {
          const { sub, name, email } = profileSchema.parse(claims);
          return { id: sub, name: name ?? null, email: email ?? null };
        },
      },
    ],
    callbacks: {
      jwt: async ({ token, account, profile }) => {
        // Only a sign-in has them: next-auth calls this when a session is read, too.
        if (account === null || profile === undefined) return token;
        const { sub, name, roles } = profileSchema.parse(profile);
        const session = newToken();
        await rooms.database.transaction((transaction) => beginStaffSession(transaction, hashToken(session)));
        security({ event: 'sign_in', staff: sub });
        const signIn: JWT = { sub, name: name ?? null, roles, signedInAt: Date.now(), session };
        return account.access_token === undefined ? signIn : { ...signIn, accessToken: account.access_token };
      },
      // What /api/auth/session tells the browser: that somebody is signed in, and no more.
      session: ({ session }) => ({ expires: session.expires }),
    },
  };
}

/** Whether browsers reach the storefront over TLS, so that its cookies can be bound to that. */
export function isSecure({ storefrontUrl }: Pick<Config, 'storefrontUrl'>): boolean {
  return storefrontUrl.startsWith('https://');
}

const quarterOfAnHour = 15 * 60;

/**
 * next-auth's cookies. Over TLS each is bound to this host (`__Host-`: no other host, no other path, no plain connection
 * can have set it); next-auth itself would do so for one of them only.
 */
export function signInCookies(config: Pick<Config, 'storefrontUrl'>) {
  const secure = isSecure(config);
  const cookie = (name: string, maxAge?: number) => ({
    name: `${secure ? '__Host-' : ''}next-auth.${name}`,
    options: {
      ...{ httpOnly: true, sameSite: 'lax' as const, path: '/', secure },
      ...(maxAge === undefined ? {} : { maxAge }),
    },
  });
  return {
    sessionToken: cookie('session-token'),
    callbackUrl: cookie('callback-url'),
    csrfToken: cookie('csrf-token'),
    pkceCodeVerifier: cookie('pkce.code_verifier', quarterOfAnHour),
    state: cookie('state', quarterOfAnHour),
    nonce: cookie('nonce'),
  };
}

const codeSchema = z.string().regex(/^[A-Z0-9_]{1,60}$/);

/**
 * next-auth's own lines, by their codes. What it says besides quotes the address that a stranger called, also with line
 * breaks.
 */
function signInLogger(log: SignInContext['log'], security: SecurityLog): LoggerInstance {
  const codeOf = (code: string) => codeSchema.safeParse(code).data ?? 'OTHER';
  return {
    error: (code) => {
      // No error of ours: any stranger can call the address that the provider returns to.
      log.warn({ code: codeOf(code) }, 'a staff sign-in failed');
      security({ event: 'sign_in_failed', code: codeOf(code) });
    },
    warn: (code) => log.warn({ code: codeOf(code) }, 'a staff sign-in has a warning'),
    debug: () => undefined,
  };
}
