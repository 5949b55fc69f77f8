import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Language, defaultLanguage } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { refusalTranslator } from '@/lib/locale/refusal-messages';
import { endLast } from '@/lib/network/last-response';
import { languageOf, smallPage, smallPagePolicy } from './small-page';

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

function page(language: Language, refusal: Refusal): string {
  const t = refusalTranslator(language);
  const main = `<p>${t(`${refusal}.text`)}</p><a href="${paths.home(language)}">${t('home')}</a>`;
  return smallPage({ language, title: t(`${refusal}.title`), main });
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
      ...(takesPage && {
        'content-security-policy': smallPagePolicy(),
        'content-language': language,
      }),
      ...(refusal === 'method' && { allow: 'GET, HEAD, POST' }),
      ...(refusal === 'unavailable' && { 'retry-after': String(retrySeconds) }),
    },
  };
}

/** Answers a request without a page, and closes its connection. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { status, headers, body } = refusalResponse(request, refusal);
  response.writeHead(status, { ...headers, connection: 'close' });
  endLast(request, response, body);
}
