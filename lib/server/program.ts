import { existsSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import createNext from 'next';
import { logConsole } from '../log/console-lines';
import type { createProgramLog } from '../log/program-log';
import { requestLog } from '../log/request-log';
import { openSecurityLog } from '../log/security-log';
import { version } from '../metrics/version';
import { CannotStart, explainSystemError } from '../network/explain-start';
import { openTracingOf } from '../network/open-tracing-of';
import { stopOnSignal } from '../network/stop-on-signal';
import type { Config } from '../runtime/config';
import { getAppContext, stopAppContext } from '../runtime/app-context';
import { requestState } from '../runtime/request-state';
import { listen } from './listen';
import { pages } from './pages';
import { readStaticFiles } from './program-addresses';
import { readRoutes } from './route-patterns';

/**
 * Starts the shop in this process. Next makes the pages; lib/server does everything else about HTTP. Rejects with CannotStart, or with an
 * error of a part that can't be opened.
 */
export async function startProgram(config: Config, log: ReturnType<typeof createProgramLog>): Promise<void> {
  const folder = process.env['NEXT_DIST_DIR'] ?? '.next';
  if (!existsSync(join(folder, 'BUILD_ID'))) {
    throw new CannotStart(
      `There is no built shop in ${join(process.cwd(), folder)}. Start in the folder of a release, or in that of the project after npm run build.`,
    );
  }
  const closeTracing = await openTracingOf(config.tracing, { program: 'ticketing-storefront', log });
  const { host, port } = config.listen;
  // Outside a request the error is ours.
  logConsole(log, console, () => requestState()?.hasBegun ?? true);
  // Before Next, which would wrap what is wrong in words of its own.
  const { waitingRooms } = await getAppContext();
  process.env['__NEXT_PRIVATE_ORIGIN'] = ownOrigin(host, port);
  const shop = createNext({ dev: false, dir: process.cwd(), hostname: host, port });
  await shop.prepare();
  const next = shop.getRequestHandler();
  const onError = (error: unknown) => log.error({ err: error }, 'a request could not be answered');
  const security = openSecurityLog({ file: config.securityLog, log });
  const server = await listen({
    ...config.listen,
    storefrontUrl: config.storefrontUrl,
    ...pages({
      next: (request, response) => next(request, response),
      config,
      waitingRooms,
      onError,
      security,
      staticFiles: await readStaticFiles(folder),
    }),
    onError,
    requestLog: requestLog({ level: config.logLevel }),
    routeOf: await readRoutes(folder),
    security,
  }).catch((error: unknown) => {
    const names = { host: 'STOREFRONT_HOST', port: 'PORT' };
    const sentence = explainSystemError(error, { host, port, names });
    throw sentence === null ? error : new CannotStart(sentence);
  });
  log.info({ url: config.storefrontUrl, version }, 'ready');
  stopOnSignal(config.listen.drainSeconds, server.announceStop, async () => {
    await server.close();
    await stopAppContext();
    await closeTracing();
  });
}

/**
 * Where the pages reach their own server: after a form, Next asks it for the page that follows. Otherwise Next takes the address
 * of the shop, where a proxy ends TLS. `next start` sets the same variable.
 */
function ownOrigin(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}
