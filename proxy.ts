import createMiddleware from 'next-intl/middleware';
import { NextRequest, type NextResponse } from 'next/server';
import { defaultLanguage, languages } from './lib/locale/languages';
import { getPagePolicy } from './lib/runtime/page-policy';

// The language is in the address, so no cookie has to store it.
const withLanguage = createMiddleware({
  locales: languages,
  defaultLocale: defaultLanguage,
  localePrefix: 'always',
  localeCookie: false,
  alternateLinks: false,
});

/** Every page: the language in its address, and a Content-Security-Policy with a new nonce. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = getPagePolicy(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce from the request's policy and adds it to every script that it makes.
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  const response = withLanguage(new NextRequest(request, { headers }));
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = {
  // Not the addresses for programs, and not files: Next's own, and those of public/ and app/.
  matcher: ['/((?!api/|_next/|readyz$|icon\\.svg$|robots\\.txt$).*)'],
};
