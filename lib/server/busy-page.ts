import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '../contract/plain-text';
import { refusalTranslator } from '../locale/refusal-messages';
import { sentForm } from './request/sent-form';
import { languageOf, refreshTag, smallPage, smallPagePolicy } from './request/small-page';

/** The posted values as hidden fields, so that the visitor can send them again; files are left out. */
async function hiddenFields(request: IncomingMessage): Promise<string> {
  const fields = [...(await sentForm(request))].map(([name, value]) =>
    typeof value === 'string'
      ? `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`
      : '',
  );
  return fields.join('');
}

async function pageFor(request: IncomingMessage, retrySeconds: number): Promise<string> {
  const language = languageOf(request);
  const t = refusalTranslator(language);
  const title = t('busy.title');
  if (request.method !== 'POST') {
    const head = refreshTag(retrySeconds, request.url ?? '');
    return smallPage({ language, title, head, main: `<p>${t('busy.text')}</p>` });
  }
  const fields = await hiddenFields(request);
  const form = `<form method="post" enctype="multipart/form-data">${fields}<button>${t('busy.again')}</button></form>`;
  return smallPage({ language, title, main: `<p>${t('busy.formText')}</p>${form}` });
}

interface Busy {
  /** The origins to which forms of the shop lead. */
  readonly formTargets: readonly string[];
  /** When to try again. */
  readonly retrySeconds: number;
}

/**
 * Tells a visitor that too many people are here: a page tries again by itself, a form can be sent again with what it
 * had. Programs and Next's client get the status only.
 */
export async function sendBusy(
  request: IncomingMessage,
  response: ServerResponse,
  { formTargets, retrySeconds }: Busy,
): Promise<void> {
  const headers = { 'cache-control': 'no-store', 'retry-after': String(retrySeconds) };
  const isScript = request.headers['next-action'] !== undefined || request.headers['rsc'] !== undefined;
  if (isScript || !/\btext\/html\b/.test(request.headers.accept ?? '')) {
    response.writeHead(429, { ...headers, 'content-type': 'text/plain' });
    response.end(refusalTranslator(languageOf(request))('busy.title'));
    return;
  }
  const body = await pageFor(request, retrySeconds);
  response.writeHead(429, {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      request.method === 'POST' ? smallPagePolicy(["'self'", ...formTargets]) : smallPagePolicy(),
    'content-length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
