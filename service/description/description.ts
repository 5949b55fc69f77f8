import { checkAccept } from '../http/accept';
import { inPieces } from '../http/in-pieces';
import { notFound } from '../http/problem';
import type { Route } from '../http/route';
import type { OpenAddress } from '../http/router';
import { contexts } from './contexts';
import { entrypoint } from './entrypoint';
import { hydraDocumentation } from './hydra';
import { componentSchemas, openApi } from './openapi';
import { serveSwagger } from './swagger';

/** The addresses that describe the API to clients that reach it at `origin`. They need no token. */
export function description(rows: readonly Route[], origin: string): OpenAddress[] {
  const schemas = once(() => componentSchemas(rows));
  const contextTexts = once(
    () => new Map([...contexts(schemas(), origin)].map(([type, context]) => [type, JSON.stringify(context)])),
  );
  const document = (path: string, type: string, make: () => object): OpenAddress => {
    const text = once(() => JSON.stringify(make()));
    return { path, serve: (request) => serve(request, type, text()) };
  };
  const jsonLd = 'application/ld+json; charset=utf-8';
  return [
    document('/', jsonLd, () => entrypoint(rows)),
    document('/docs.jsonld', jsonLd, () => hydraDocumentation(rows, schemas(), origin)),
    document('/openapi.json', 'application/json; charset=utf-8', () => openApi(rows, origin)),
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

function once<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
