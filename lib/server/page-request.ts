import { type Language, languages, preferredLanguage } from '../locale/languages';

/** Addresses of programs and files: Next's own, and those of public/ and app/. Every other one is a page's. */
const noPage = /^\/(api\/|_next\/|readyz$|icon\.svg$|robots\.txt$)/;

/** Of a page: its language; or, if its address has none, the same address in the visitor's language. */
export type PagePlace = { readonly language: Language } | { readonly redirectTo: string };

/** Null: not the address of a page. */
export function pagePlace(path: string, url: string, acceptLanguage: string | undefined): PagePlace | null {
  if (noPage.test(path)) return null;
  const language = languages.find((one) => path === `/${one}` || path.startsWith(`/${one}/`));
  if (language !== undefined) return { language };
  const rest = url.slice(path === '/' ? 1 : 0);
  return { redirectTo: `/${preferredLanguage(acceptLanguage ?? null)}${rest}` };
}

/** The headers by which Next learns the language of a page, and the nonce for its scripts. */
export function pageHeaders(language: Language, policy: string): Record<string, string> {
  return { 'x-next-intl-locale': language, 'content-security-policy': policy };
}
