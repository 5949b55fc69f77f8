import { NextRequest } from 'next/server';
import { cookieKeepingFetch } from '@/testing/cookie-keeping-fetch';
import { answerSignIn } from '../lib/storefront/sign-in';
import { beginStep, type SignInContext, type Step } from '../lib/storefront/sign-in-steps';

const locationOf = (response: Response) => response.headers.get('location') ?? '';

/** What the storefront answers a browser that calls the address to which the identity provider returns. */
export function callBack(
  context: SignInContext,
  address: string,
  { cookie }: Partial<Step>,
): Promise<Response> {
  const headers = { cookie: cookie === undefined ? '' : `${cookie.name}=${cookie.value}` };
  return answerSignIn(context, new NextRequest(address, { headers }));
}

/** Signs in as a browser would; resolves to the storefront's last answer. */
export async function signInAt(context: SignInContext, email: string, password: string): Promise<Response> {
  const { staff, storefrontUrl } = context.config;
  const atProvider = cookieKeepingFetch();
  const first = await beginStep(context, '/en/staff');
  let response = await atProvider(first.location);
  response = await atProvider(new URL(locationOf(response), staff.issuer).href, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
  });
  while (!locationOf(response).startsWith(storefrontUrl))
    response = await atProvider(new URL(locationOf(response), staff.issuer).href);
  return callBack(context, locationOf(response), first);
}
