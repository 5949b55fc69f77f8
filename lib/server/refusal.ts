import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Language, languages, defaultLanguage, preferredLanguage } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { refusalTranslator } from '@/lib/locale/refusal-messages';

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
/** How long a client may continue to send after its request was refused. */
const lingerMilliseconds = 1_000;

// The colours and sizes of app/globals.css, for a page that loads nothing else.
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
  return preferredLanguage(headers['accept-language'] ?? null);
}

function page(language: Language, refusal: Refusal): string {
  const t = refusalTranslator(language);
  const title = t(`${refusal}.title`);
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body><main><h1>${title}</h1><p>${t(`${refusal}.text`)}</p><a href="${paths.home(language)}">${t('home')}</a></main></body>
</html>
`;
}

function problem(refusal: Refusal): string {
  const t = refusalTranslator(defaultLanguage);
  const [title, detail] = [t(`${refusal}.title`), t(`${refusal}.text`)];
  return JSON.stringify({ status: refusals[refusal], title, detail });
}

/** HTML in the visitor's language if the client accepts it, otherwise JSON (RFC 9457). */
export function refusalResponse(
  request: IncomingMessage,
  refusal: Refusal,
): { status: number; headers: OutgoingHttpHeaders; body: string } {
  const status = refusals[refusal];
  const takesPage = /\btext\/html\b/.test(request.headers.accept ?? '');
  const language = languageOf(request);
  const body = takesPage ? page(language, refusal) : problem(refusal);
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
 * Answers a request without a page, and closes its connection. Before that, data that the client still sends
 * is read and discarded for a moment: if a connection is closed with unread data, the client loses the
 * response.
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
