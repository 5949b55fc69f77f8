import { checkAccept } from '../http/accept';
import { type PreparedAnswer, prepareText } from '../http/prepared';
import { notFound } from '../http/problem';
import { respondPrepared } from '../http/respond';
import type { Route } from '../http/route';
import type { OpenAddress } from '../http/router';
import { contexts } from './contexts';
import { entrypoint } from './entrypoint';
import { hydraDocumentation } from './hydra';
import { componentSchemas, openApi } from './openapi';
import { problemTypes } from './problem-types';
import { serveSwagger } from './swagger';

/** The addresses that describe the API to clients that reach it at `origin`. They need no token. */
export function description(rows: readonly Route[], origin: string): OpenAddress[] {
  const schemas = once(() => componentSchemas(rows));
  const contextTexts = once(
    () =>
      new Map(
        [...contexts(schemas(), origin)].map(([type, context]) => [
          type,
          prepareText(JSON.stringify(context), documentHeaders),
        ]),
      ),
  );
  const document = (path: string, type: string, make: () => object): OpenAddress => {
    const prepared = once(() => prepareText(JSON.stringify(make()), documentHeaders));
    return { path, serve: (request) => serve(request, type, prepared()) };
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
    ...problemTypes,
    { path: '/docs/*', serve: ({ url }) => serveSwagger(new URL(url).pathname) },
  ];
}

const documentHeaders = { 'cache-control': 'public, max-age=300', vary: 'Accept, Accept-Encoding' };

function serve(request: Request, type: string, answer: PreparedAnswer | undefined): Promise<Response> {
  if (answer === undefined) throw notFound();
  checkAccept(request.headers.get('accept'));
  return respondPrepared(request, answer, {}, type);
}

function once<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
