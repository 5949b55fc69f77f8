import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Language, languageOfPath } from '../../locale/languages';
import { preferredLanguage } from '../../locale/negotiate';
import { escapeHtml } from '../../contract/plain-text';

// The colours and sizes of app/globals.css, for a page that loads nothing else.
const style = `
:root { color-scheme: light dark; --paper: #faf6ee; --ink: #241b14; --accent: #08633d; --on: #fdf9f1 }
@media (prefers-color-scheme: dark) { :root { --paper: #16110d; --ink: #efe9dd; --accent: #6acc92; --on: #17100b } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.6 system-ui, sans-serif }
main { max-width: 40rem; margin: 0 auto; padding: 15vh 1rem 4rem }
h1 { font-size: clamp(2rem, 8vw, 3.25rem); line-height: 1.1; max-width: 16ch; margin: 0 }
p { margin: 1.5rem 0 2rem }
a, button { display: inline-block; font: inherit; border: 0; cursor: pointer; padding: .75rem 1.25rem; background: var(--accent); color: var(--on); text-decoration: none }
`;
const directives = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** The policy of these pages. `formTargets`: where a form of the page may lead (CSP sources). */
export function smallPagePolicy(formTargets: readonly string[] = ["'none'"]): string {
  return [...directives, `form-action ${formTargets.join(' ')}`].join('; ');
}

/** The language in the address of a request, else the best for its Accept-Language. */
export function languageOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Language {
  return languageOfPath(url) ?? preferredLanguage(headers['accept-language'] ?? null);
}

/** A page that is sent without Next, and loads nothing but the icon. `head` and `main` are HTML. */
export function smallPage({
  language,
  title,
  head = '',
  main,
}: {
  language: Language;
  title: string;
  head?: string;
  main: string;
}): string {
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${style}</style>
${head}</head>
<body><main><h1>${title}</h1>${main}</main></body>
</html>
`;
}

/**
 * Lets the browser load the page again after some seconds. It names the query, because an address with a fragment, which a
 * browser keeps when it is redirected, would only be scrolled to. `url`: of the request.
 */
export function refreshTag(seconds: number | string, url: string): string {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return `<meta http-equiv="refresh" content="${seconds};url=?${escapeHtml(query)}">\n`;
}
