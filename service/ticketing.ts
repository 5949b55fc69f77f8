import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Dependencies, serviceContext } from './dependencies';
import { description } from './description/description';
import { serveFile } from './document/serve-file';
import { filesPath } from './http/files-path';
import { preparedAnswers } from './http/prepared';
import { createRouter } from './http/router';
import { once } from './idempotency/once';
import { routes } from './routes';

/** The ticketing and booking service as one function from Request to Response. */
export function createTicketing(deps: Dependencies): ReturnType<typeof createRouter> {
  const context = serviceContext(deps);
  const rows = routes(context);
  return createRouter({
    ...deps,
    routes: rows,
    prepared: preparedAnswers({ changes: context.changes.count }),
    versionOf: async (catalogId) => (await context.catalogs.find(catalogId))?.version ?? null,
    once: (request, run) => once(deps, request, run),
    open: [
      {
        path: `${filesPath}*`,
        serve: ({ url }) => serveFile({ ...deps, read: context.files.read }, new URL(url)),
      },
      ...description(rows, new URL(deps.url).origin),
      { path: '/healthz', serve: () => Promise.resolve(Response.json({ status: 'alive' })) },
      { path: '/readyz', serve: () => readiness(deps) },
    ],
  });
}

async function readiness({ database, newId, onError, stopping }: Dependencies): Promise<Response> {
  if (stopping?.aborted === true) return Response.json({ status: 'stopping' }, { status: 503 });
  try {
    await database.rows(z.unknown(), sql`select 1`);
    return Response.json({ status: 'ready' });
  } catch (error) {
    onError(error, newId());
    return Response.json(
      { status: 'database unavailable' },
      { status: 503, headers: { 'retry-after': '5' } },
    );
  }
}
