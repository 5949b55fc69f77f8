import { checkAccept } from '../http/accept';
import { inPieces } from '../http/in-pieces';
import { notFound } from '../http/problem';
import type { Route } from '../http/route';
import type { OpenAddress } from '../http/router';
import type { Principal } from '../organization/organization';
import { contexts } from './contexts';
import { entrypoint } from './entrypoint';
import { hydraDocumentation } from './hydra';
import { openApi } from './openapi';
import { serveSwagger } from './swagger';

/**
 * The addresses that describe the interface, all made from its table of addresses, for clients that reach it at
 * `origin`. They need no token.
 */
export function description(rows: readonly Route<Principal>[], origin: string): OpenAddress[] {
  const schemas = once(() => openApi(rows, '').components.schemas);
  const contextTexts = once(
    () => new Map([...contexts(schemas(), origin)].map(([type, context]) => [type, JSON.stringify(context)])),
  );
  const begin = once(() => JSON.stringify(entrypoint(rows)));
  const hydra = once(() => JSON.stringify(hydraDocumentation(rows, schemas(), origin)));
  const openApiText = once(() => JSON.stringify(openApi(rows, origin)));
  const jsonLd = 'application/ld+json; charset=utf-8';
  return [
    { path: '/', serve: (request) => serve(request, jsonLd, begin()) },
    { path: '/docs.jsonld', serve: (request) => serve(request, jsonLd, hydra()) },
    {
      path: '/openapi.json',
      serve: (request) => serve(request, 'application/json; charset=utf-8', openApiText()),
    },
    {
      path: '/contexts/*',
      serve: (request) => {
        const type = new URL(request.url).pathname.replace('/contexts/', '');
        return serve(request, jsonLd, contextTexts().get(type));
      },
    },
    { path: '/docs/*', serve: ({ url }) => serveSwagger(new URL(url).pathname) },
  ];
}

function serve(request: Request, type: string, text: string | undefined): Promise<Response> {
  if (text === undefined) throw notFound();
  checkAccept(request.headers.get('accept'));
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=300', vary: 'Accept' };
  return Promise.resolve(inPieces(text, { headers }));
}

/** Makes a value when it is first asked for, and keeps it. */
function once<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
