import { getTranslations } from 'next-intl/server';
import type { Language } from '../locale/languages';
import { paths } from '../locale/paths';
import type { DocumentAnswer } from './documents';

type Refusal = Exclude<DocumentAnswer, { kind: 'document' }>;

/** What a browser shows instead of a document: what is so, and the way on. */
export async function documentRefusal(
  refusal: Refusal,
  { checkoutId, documentId, language }: { checkoutId: string; documentId: string; language: Language },
): Promise<Response> {
  const t = await getTranslations({ locale: language, namespace: 'checkout.document' });
  const status = { denied: 404, blocked: 403, preparing: 503, failed: 502 }[refusal.kind];
  const back = { href: paths.order(language, encodeURIComponent(checkoutId)), text: t('back') };
  const links = {
    denied: [{ href: paths.home(language), text: t('home') }],
    blocked: [back],
    preparing: [{ href: paths.document(checkoutId, documentId, language), text: t('retry') }, back],
    failed: [{ href: paths.document(checkoutId, documentId, language), text: t('retry') }, back],
  }[refusal.kind];
  const title = t(`${refusal.kind}.title`);
  const text = t(`${refusal.kind}.text`);
  return new Response(page({ language, title, text, links }), {
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

/** For programs: when to ask again. */
function retryAfter(refusal: Refusal): Record<string, string> {
  switch (refusal.kind) {
    case 'denied':
    case 'blocked':
      return {};
    case 'preparing':
      return { 'retry-after': String(refusal.retryAfterSeconds) };
    case 'failed':
      return { 'retry-after': '5' };
  }
}

// No page of the shop can answer in a document's place; this one looks like it from afar.
const style = `:root{color-scheme:light dark}
body{margin:0;background:#fbf6ec;color:#231d18;font:1.125rem/1.6 Georgia,serif}
main{max-width:40rem;margin:0 auto;padding:4rem 1.5rem}
h1{font:800 2.5rem/1.05 system-ui,sans-serif;letter-spacing:-.03em}
a{color:inherit;font:700 1rem/1.5 system-ui,sans-serif;display:inline-block;padding:.75rem 2rem .75rem 0}
@media(prefers-color-scheme:dark){body{background:#17120f;color:#eee6d8}}`;

/** Every word of it is our own; the address is made of checked parts. */
function page(parts: {
  language: Language;
  title: string;
  text: string;
  links: readonly { href: string; text: string }[];
}): string {
  const { language, title, text } = parts;
  const links = parts.links.map((link) => `<a href="${link.href}">${link.text}</a>`).join('\n');
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${style}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><p>${links}</p></main></body>
</html>`;
}
