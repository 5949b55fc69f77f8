import { checkAccept } from '../http/accept';
import { notFound } from '../http/problem';
import type { Route } from '../http/route';
import type { OpenAddress } from '../http/router';
import type { Principal } from '../organization/organization';
import { contexts } from './contexts';
import { entrypoint } from './entrypoint';
import { hydraDocumentation } from './hydra';
import { openApi } from './openapi';
import { serveSwagger } from './swagger';

/** The addresses that describe the interface, all made from its table of addresses. They need no token. */
export function description(rows: readonly Route<Principal>[]): OpenAddress[] {
  const schemas = once(() => openApi(rows, '').components.schemas);
  const contextTexts = once(
    () =>
      new Map([...contexts(schemas(), anywhere)].map(([type, context]) => [type, JSON.stringify(context)])),
  );
  const begin = once(() => JSON.stringify(entrypoint(rows)));
  const hydra = once(() => JSON.stringify(hydraDocumentation(rows, schemas(), anywhere)));
  const openApiText = once(() => JSON.stringify(openApi(rows, anywhere)));
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

// Stands for the address at which a client reached this service; one that no client can ask for.
const anywhere = 'https://origin.invalid';

function serve(request: Request, type: string, text: string | undefined): Promise<Response> {
  if (text === undefined) throw notFound();
  checkAccept(request.headers.get('accept'));
  const { origin } = new URL(request.url);
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=300', vary: 'Accept' };
  return Promise.resolve(new Response(text.replaceAll(anywhere, origin), { headers }));
}

/** Makes a value when it is first asked for, and keeps it. */
function once<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
