import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '@/lib/database/database';
import { connectionsFor, openDatabase } from '@/lib/database/open-database';
import { programTables } from '@/lib/database/program-tables';
import { counter } from '@/lib/metrics/registry';
import { version } from '@/lib/metrics/version';
import { requestLog } from '@/lib/log/request-log';
import { openSecurityLog, type SecurityLog } from '@/lib/log/security-log';
import { openTracingOf } from '@/lib/network/open-tracing-of';
import { stopOnSignal } from '@/lib/network/stop-on-signal';
import { sweepExpired } from './availability/expired-holds';
import { startSweeper, type Sweep } from './availability/sweeper';
import type { Dependencies } from './dependencies';
import { localStorage } from './document/document-storage';
import { pdfRenderer } from './document/pdf-renderer';
import { sharedSecret } from './document/shared-secret';
import type { Configuration } from './env';
import { type Certificate, localCertificate } from './http/certificate';
import { readCertificate, watchCertificate } from './http/certificate-files';
import { listen, type Listening } from './http/listen';
import { forgetOldKeys } from './idempotency/idempotency-store';
import { httpPriceSource } from './offer/http-price-source';
import { issuerKeys } from './organization/issuer-keys';
import { throttle } from './organization/throttle';
import { tokenVerifier } from './organization/verify-token';
import { newId } from './ids/new-id';
import { createTicketing } from './ticketing';

const expired = counter({ name: 'service_holds_expired_total', help: 'Expired holds that were released' });

const sweepHolds: Sweep = async (transaction, most) => {
  const released = await sweepExpired(transaction, most);
  expired.inc(released);
  return released;
};

/** Starts the service in this process. Rejects with an error that `explanation` may explain. */
export async function startProgram(config: Configuration, log: Logger): Promise<void> {
  const security = openSecurityLog({ file: config.securityLog, log });
  const closeTracing = await openTracingOf(config.tracing, { program: 'ticketing-service', log });
  const certificate = await findCertificate(config);
  const database = await openDatabase({
    ...(config.databaseUrl === undefined ? {} : { url: config.databaseUrl }),
    pooler: config.databasePooler,
    connections: config.databaseConnections ?? connectionsFor(config.processes),
    folder: join(config.dataFolder, 'service'),
    ...programTables.service,
  });
  const sweeper = startSweeper(database, [sweepHolds, forgetOldKeys], {
    everySeconds: 10,
    onError: (error) => log.error({ err: error }, 'sweep'),
  });
  const renderer = pdfRenderer();
  const stopping = new AbortController();
  const handle = await startTicketing(config, {
    database,
    log,
    security,
    renderer,
    stopping: stopping.signal,
  });
  const server = await listen({
    handle,
    certificate,
    host: config.host,
    port: config.port,
    trustedProxies: config.trustedProxies,
    limits: config.connections,
    openRequestsPerMinute: config.openRequestsPerMinute,
    requestLog: requestLog({ level: config.logLevel }),
    security,
  });
  const stopWatching = renewCertificate(config, { certificate, server, log });
  log.info({ url: config.url, version }, 'ready');
  const announce = () => stopping.abort();
  stopOnSignal(config.drainSeconds, announce, async () => {
    sweeper.stop();
    stopWatching();
    await server.close();
    await renderer.close();
    await database.close();
    await closeTracing();
  });
}

async function startTicketing(
  config: Configuration,
  {
    log,
    security,
    ...deps
  }: Pick<Dependencies, 'renderer' | 'stopping'> & {
    database: Database;
    log: Logger;
    security: SecurityLog;
  },
): Promise<ReturnType<typeof createTicketing>> {
  return createTicketing({
    ...deps,
    url: config.url,
    embeddedIn: config.databaseUrl === undefined ? config.dataFolder : undefined,
    verifyToken: tokenVerifier({
      ...config.tokens,
      onRefused: (sentence) => log.warn(sentence),
      keys: issuerKeys(config.tokens.issuer, {
        onError: (error) => log.error({ err: error }, 'the keys of the token issuer'),
      }),
    }),
    bodySeconds: 20,
    throttle: throttle(config.requestsPerMinute, security),
    now: () => new Date(),
    newId,
    holdSeconds: config.holdMinutes * 60,
    prices: httpPriceSource({
      hosts: config.priceSourceHosts,
      onUnavailable: (host, why) => log.warn({ host, why }, 'a price source'),
    }),
    documents: localStorage({
      folder: join(config.dataFolder, 'documents'),
      url: config.url,
      secret: await sharedSecret(deps.database, 'documents'),
    }),
    documentSeconds: config.documentMinutes * 60,
    onError: (error, requestId) => log.error({ err: error, request: requestId }, 'unexpected'),
  });
}

function renewCertificate(
  config: Configuration,
  { certificate, server, log }: { certificate: Certificate; server: Listening; log: Logger },
): () => void {
  if (config.certificate === undefined) return () => undefined;
  return watchCertificate(config.certificate, certificate, {
    now: () => new Date(),
    everySeconds: 60,
    changed: (renewed) => {
      server.renew(renewed);
      log.info('a new certificate is served');
    },
    onError: (error) => log.error({ err: error }, 'the certificate that is served has to be renewed'),
  });
}

async function findCertificate({ certificate, dataFolder }: Configuration): Promise<Certificate> {
  return certificate === undefined
    ? localCertificate(join(dataFolder, 'tls'), 'localhost', new Date())
    : readCertificate(certificate, new Date());
}
