import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Language, languages, negotiateLanguage, defaultLanguage } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { refusalMessages } from '@/lib/locale/refusal-messages';

/** Why a request gets no page, and the status that says so. */
export const refusals = {
  address: 400,
  form: 400,
  origin: 403,
  method: 405,
  slow: 408,
  outdated: 409,
  large: 413,
  unavailable: 503,
} as const;

export type Refusal = keyof typeof refusals;

const retrySeconds = 10;
/** How long a client may go on sending after it was refused. */
const lingerMilliseconds = 1_000;

// The colours and sizes of app/globals.css, for a page that needs nothing else.
const style = `
:root { color-scheme: light dark; --paper: #faf6ee; --ink: #241b14; --accent: #c03a16; --on: #fdf9f1 }
@media (prefers-color-scheme: dark) { :root { --paper: #16110d; --ink: #efe9dd; --accent: #f0885f; --on: #17100b } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.6 system-ui, sans-serif }
main { max-width: 40rem; margin: 0 auto; padding: 15vh 1rem 4rem }
h1 { font-size: clamp(2rem, 8vw, 3.25rem); line-height: 1.1; max-width: 16ch; margin: 0 }
p { margin: 1.5rem 0 2rem }
a { display: inline-block; padding: .75rem 1.25rem; background: var(--accent); color: var(--on); text-decoration: none }
`;
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function languageOf({ url = '', headers }: IncomingMessage): Language {
  const named = languages.find((language) => url === `/${language}` || url.startsWith(`/${language}/`));
  if (named !== undefined) return named;
  const best = negotiateLanguage(headers['accept-language'] ?? null, languages, defaultLanguage);
  return languages.find((language) => language === best) ?? defaultLanguage;
}

function page(language: Language, refusal: Refusal): string {
  const { home, [refusal]: words } = refusalMessages[language];
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words.title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body><main><h1>${words.title}</h1><p>${words.text}</p><a href="${paths.home(language)}">${home}</a></main></body>
</html>
`;
}

/** A refusal as headers and a body: a page for whoever takes one, in the visitor's language, else JSON (RFC 9457). */
export function refusalResponse(
  request: IncomingMessage,
  refusal: Refusal,
): { status: number; headers: OutgoingHttpHeaders; body: string } {
  const status = refusals[refusal];
  const takesPage = /\btext\/html\b/.test(request.headers.accept ?? '');
  const language = languageOf(request);
  const { title, text } = refusalMessages[takesPage ? language : defaultLanguage][refusal];
  const body = takesPage ? page(language, refusal) : JSON.stringify({ status, title, detail: text });
  return {
    status,
    body,
    headers: {
      'content-type': takesPage ? 'text/html; charset=utf-8' : 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      ...(takesPage && { 'content-security-policy': policy, 'content-language': language }),
      ...(refusal === 'method' && { allow: 'GET, HEAD, POST' }),
      ...(refusal === 'unavailable' && { 'retry-after': String(retrySeconds) }),
    },
  };
}

/**
 * Answers a request that no page sees, and closes its connection. What the client still sends is read and dropped for a
 * moment first: a connection that is closed with unread data loses its response.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { status, headers, body } = refusalResponse(request, refusal);
  response.writeHead(status, { ...headers, connection: 'close' });
  if (request.complete) {
    response.end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  response.write(request.method === 'HEAD' ? '' : body);
  const finish = () => {
    clearTimeout(linger);
    response.end();
  };
  const linger = setTimeout(finish, lingerMilliseconds);
  request.once('end', finish).once('close', finish).resume();
}
