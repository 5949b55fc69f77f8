import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { checkDisk, readiness } from '@/lib/network/readiness';
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
      { path: '/readyz', serve: probe(deps) },
    ],
  });
}

/** Whether this process can work: 200. 503 names the part that it lacks, and since when. */
function probe({ database, embeddedIn, stopping }: Dependencies): () => Promise<Response> {
  const ask = readiness({
    database: () => database.rows(z.unknown(), sql`select 1`),
    ...(embeddedIn === undefined ? {} : { disk: () => checkDisk(embeddedIn) }),
  });
  return async () => {
    if (stopping?.aborted === true) return Response.json({ status: 'stopping' }, { status: 503 });
    const answer = await ask();
    return answer.status === 'ready'
      ? Response.json(answer)
      : Response.json(answer, { status: 503, headers: { 'retry-after': '5' } });
  };
}
