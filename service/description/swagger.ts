import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { inPieces } from '../http/in-pieces';
import { notFound } from '../http/problem';

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('swagger-ui-dist/package.json'));

// Nothing is loaded from other hosts, and the page itself contains no script or style.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Ticketing and booking service</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/initializer.js"></script>
  </body>
</html>
`;

// The validator's badge would send the address of this document to a third party.
const initializer = `window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

const types: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** GET /docs and what it needs: Swagger UI from our own disk. Throws 404 for any other file. */
export async function serveSwagger(pathname: string): Promise<Response> {
  const name = pathname.replace(/^\/docs\/?/, '');
  if (name === '') return answer(page, 'text/html; charset=utf-8', 'no-cache');
  if (name === 'initializer.js') return answer(initializer, 'text/javascript; charset=utf-8', 'no-cache');
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (type === undefined) throw notFound();
  return answer(await files.forceFetch(name), type, 'public, max-age=86400');
}

/** Read once, for all requests. */
const files = new LRUCache<string, Uint8Array<ArrayBuffer>>({
  max: 10,
  fetchMethod: (name) => readFile(join(folder, name)),
});

function answer(body: string | Uint8Array<ArrayBuffer>, type: string, cache: string): Response {
  return inPieces(body, {
    headers: {
      'content-type': type,
      'cache-control': cache,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    },
  });
}
