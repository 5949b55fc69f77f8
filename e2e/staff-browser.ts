import { NextRequest } from 'next/server';
import { cookieKeepingFetch } from '@/testing/cookie-keeping-fetch';
import { storefrontUrl, type TestIdentity } from '@/demo/testing/identity';
import type { Database } from '../lib/database/database';
import { defaultRoleNames } from '../lib/runtime/staff-roles';
import { answerSignIn } from '../lib/storefront/common/account/sign-in';
import {
  beginStep,
  providerOf,
  type SignInContext,
  type Step,
} from '../lib/storefront/common/account/sign-in-steps';

export const signInSecret = 'the secret that seals the cookie in these tests';

interface StaffParts extends Pick<SignInContext, 'log' | 'security'> {
  readonly provider: TestIdentity;
  readonly database: Database;
  readonly url?: string;
}

/** What the sign-in of staff needs, at the demonstration's identity provider. */
export function staffContext({
  provider,
  database,
  log,
  security,
  url = storefrontUrl,
}: StaffParts): SignInContext {
  return {
    config: {
      storefrontUrl: url,
      signInSecret,
      staff: {
        provider: {
          issuer: `${provider.demoUrl}/oidc`,
          clientId: 'demo-staff',
          clientSecret: provider.secrets.clients['demo-staff'],
          scope: 'openid profile email roles',
          rolesClaim: 'roles',
          catalogsClaim: null,
        },
        roleNames: defaultRoleNames,
      },
    },
    log,
    security,
    checkoutContext: { database },
  };
}

/** The cookie of the session in the last answer of a sign-in, as a later request has it. */
export function cookieOf(response: Response): string {
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return cookies.find((pair) => pair.startsWith('next-auth.session-token=')) ?? '';
}

const locationOf = (response: Response) => response.headers.get('location') ?? '';

/**
 * What the storefront answers a browser that calls the address to which the identity provider returns. `before`: the
 * cookie of an earlier sign-in, which the browser still has.
 */
export function callBack(
  context: SignInContext,
  address: string,
  { cookie }: Partial<Step>,
  before = '',
): Promise<Response> {
  const state = cookie === undefined ? '' : `${cookie.name}=${cookie.value}`;
  const headers = { cookie: [state, before].filter(Boolean).join('; ') };
  return answerSignIn(context, new NextRequest(address, { headers }));
}

/** Signs in as a browser would; resolves to the storefront's last answer. */
export async function signInAt(
  context: SignInContext,
  email: string,
  password: string,
  { atProvider = cookieKeepingFetch(), before = '', isFresh = false } = {},
): Promise<Response> {
  const { storefrontUrl } = context.config;
  const { issuer } = providerOf(context.config);
  const first = await beginStep(context, '/en/staff', isFresh);
  let response = await atProvider(first.location);
  response = await atProvider(new URL(locationOf(response), issuer).href, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
  });
  while (!locationOf(response).startsWith(storefrontUrl))
    response = await atProvider(new URL(locationOf(response), issuer).href);
  return callBack(context, locationOf(response), first, before);
}
