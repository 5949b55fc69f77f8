import { html, raw } from 'hono/html';
import { pageStyle } from './page-style';

/** HTML whose inserted values are escaped, made by hono's `html`. */
export type Html = ReturnType<typeof html>;

export interface PageOptions {
  readonly title: string;
  readonly body: Html;
  readonly language?: string;
  /** The sentence at the top which says that this is a demonstration. */
  readonly band?: string;
  readonly wide?: boolean;
}

/** A complete page without scripts, so that it works the same with JavaScript off. */
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
 * Headers for every page. Form targets are not restricted on purpose: a browser applies `form-action` also to the
 * redirect after a form, and these forms lead back to the shop.
 */
export const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
