import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Dependencies } from './dependencies';
import { filesPath } from './document/document-storage';
import { serveFile } from './document/serve-file';
import { createRouter } from './http/router';
import { routes } from './routes';

/** The ticketing and booking service as one function from Request to Response. */
export function createTicketing(deps: Dependencies): (request: Request) => Promise<Response> {
  return createRouter({
    routes: routes(deps),
    verifyToken: deps.verifyToken,
    throttle: deps.throttle,
    newRequestId: deps.newId,
    onError: deps.onError,
    isUnavailable,
    bodySeconds: deps.bodySeconds,
    open: [
      { path: `${filesPath}*`, serve: ({ url }) => serveFile(deps.documents, new URL(url), deps.now()) },
      { path: '/healthz', serve: () => Promise.resolve(Response.json({ status: 'alive' })) },
      { path: '/readyz', serve: () => readiness(deps) },
    ],
  });
}

async function readiness({ database, newId, onError }: Dependencies): Promise<Response> {
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

/** What the drivers throw when PostgreSQL can't be reached, is starting, or is going away. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    code.startsWith('CONNECTION_') ||
    code === 'CONNECT_TIMEOUT' ||
    code.startsWith('57P') ||
    code.startsWith('08')
  );
}
