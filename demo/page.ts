import { html, raw } from 'hono/html';
import { pageStyle } from './page-style';

/** HTML whose inserted values are escaped, as hono's `html` makes it. */
export type Html = ReturnType<typeof html>;

export interface PageOptions {
  readonly title: string;
  readonly body: Html;
  readonly language?: string;
  /** The sentence at the top that tells that this is a demonstration. */
  readonly band?: string;
  readonly wide?: boolean;
}

/** A whole page; no script, so that it works the same with JavaScript off. */
export function page({ title, body, language = 'en', band = DEFAULT_BAND, wide = false }: PageOptions): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(pageStyle)}
        </style>
      </head>
      <body>
        <header class="band">${band}</header>
        <main class="${wide ? 'wide' : ''}">${body}</main>
      </body>
    </html>`;
}

const DEFAULT_BAND = 'Demonstration: nothing here is real.';

/**
 * Headers for every page. Form targets are left open on purpose: a browser applies `form-action` to the redirect
 * after a form too, and these forms lead back to the shop.
 */
export const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
