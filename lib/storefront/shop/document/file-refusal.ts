import type { Language } from '../../../locale/languages';
import { messages } from '../../../locale/messages';
import { paths } from '../../../locale/paths';
import { createTranslate } from '../../../locale/translators';
import type { DocumentAnswer } from './documents';
import type { TicketsAnswer } from './tickets';

type Refusal = Exclude<DocumentAnswer | TicketsAnswer, { kind: 'document' | 'tickets' }>;

interface Wanted {
  readonly checkoutId: string;
  readonly language: Language;
  /** The address of the file. */
  readonly retryHref: string;
}

/** The page that says why a file of an order is not delivered, or where its parts are. */
export function fileRefusal(refusal: Refusal, { checkoutId, language, retryHref }: Wanted): Response {
  const t = createTranslate(language, messages[language].checkout.document);
  const status = { separate: 200, denied: 404, blocked: 403, erased: 410, preparing: 503, failed: 502 }[
    refusal.kind
  ];
  const home = { href: paths.home(language), text: t('home') };
  const back = { href: paths.order(language, encodeURIComponent(checkoutId)), text: t('back') };
  const retry = { href: retryHref, text: t('retry') };
  const documents = refusal.kind === 'separate' ? refusal.documents : [];
  const links = {
    separate: [
      ...documents.map((href, index) => ({ href, text: t('separate.link', { number: index + 1 }) })),
      back,
    ],
    denied: [home],
    blocked: [back],
    erased: [home],
    preparing: [retry, back],
    failed: [retry, back],
  };
  const title = t(`${refusal.kind}.title`);
  const text = t(`${refusal.kind}.text`);
  return new Response(page({ language, title, text, links: links[refusal.kind] }), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'referrer-policy': 'no-referrer',
      ...retryAfter(refusal),
    },
  });
}

/** For programs: when to repeat the request. */
function retryAfter(refusal: Refusal): Record<string, string> {
  if (refusal.kind === 'preparing') return { 'retry-after': String(refusal.retryAfterSeconds) };
  return refusal.kind === 'failed' ? { 'retry-after': '5' } : {};
}

// A route that delivers documents can't render a page of the shop; this page resembles one.
const style = `:root{color-scheme:light dark}
body{margin:0;background:#fbf6ec;color:#231d18;font:1.125rem/1.6 Georgia,serif}
main{max-width:40rem;margin:0 auto;padding:4rem 1.5rem}
h1{font:800 2.5rem/1.05 system-ui,sans-serif;letter-spacing:-.03em}
a{color:inherit;font:700 1rem/1.5 system-ui,sans-serif;display:inline-block;padding:.75rem 2rem .75rem 0}
@media(prefers-color-scheme:dark){body{background:#17120f;color:#eee6d8}}`;

/** All text is our own, and the URL is built from validated parts, so nothing has to be escaped. */
function page(
  parts: Record<'language' | 'title' | 'text', string> & { links: Record<'href' | 'text', string>[] },
) {
  const { language, title, text } = parts;
  const links = parts.links.map((link) => `<a href="${link.href}">${link.text}</a>`).join('\n');
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${style}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><p>${links}</p></main></body>
</html>`;
}
