import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { catalogRoutes } from './catalogs/catalog-routes';
import type { Clock } from '@/testing/fakes/clock';
import type { DemoConfig } from './env';
import { withIdentityProvider } from './identity/identity-listener';
import { createDemoIdentity } from './identity/demo-identity';
import { peopleOf } from './identity/people';
import { signInPages } from './identity/sign-in-pages';
import { loadSigningKeys } from './identity/signing-keys';
import { indexPage, noSuchPage } from './index-page';
import { openMailStore } from './mailbox/mail-store';
import { mailPages } from './mailbox/mail-pages';
import { startSmtpReceiver } from './mailbox/smtp-receiver';
import { pageHeaders } from './common/page';
import { createPaymentProvider } from './payment/payment-provider';
import type { DemoSecrets } from './common/secrets';

export interface DemoServerOptions {
  readonly config: DemoConfig;
  readonly secrets: DemoSecrets;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface DemoServer {
  /** Ends connections and timers; everything acknowledged is on disk. */
  stop(): Promise<void>;
}

/** The server's own port that is in use already. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';

  constructor(
    readonly portName: 'demoPort' | 'smtpPort',
    cause: unknown,
  ) {
    super(`${portName} is in use`, { cause });
  }
}

/**
 * Identity provider, payment provider, mailbox, catalogue pictures and prices on one HTTP port, and SMTP on
 * another, both on the loopback interface. Throws {@link PortTakenError} if one is in use.
 */
export async function startDemoServer(options: DemoServerOptions): Promise<DemoServer> {
  const { config, secrets, clock, log } = options;
  const { demoUrl, storefrontUrl, serviceUrl } = config;
  const folder = join(config.dataDir, 'demo');
  const onError = (error: Error) => log.error({ err: error }, 'demo.failed');

  const people = peopleOf(config.dataDir);
  const signingKeys = await loadSigningKeys(config.dataDir);
  const provider = createDemoIdentity({
    demoUrl,
    storefrontUrl,
    serviceUrl,
    secrets,
    signingKeys,
    people,
  });
  provider.on('server_error', (_ctx, error: Error) => onError(error));
  const store = await openMailStore({ directory: join(folder, 'mail'), clock });
  const payment = await createPaymentProvider({
    path: join(folder, 'payments.json'),
    demoUrl,
    shop: config.shopName,
    webhookUrl: `${storefrontUrl}/api/webhooks/payment`,
    secretKey: secrets.paymentSecretKey,
    webhookSecret: secrets.paymentWebhookSecret,
    clock,
    onError,
  });

  const app = new Hono();
  app.get('/readyz', (c) => c.json({ status: 'ready' }));
  app.get('/', (c) => c.html(indexPage(config), 200, pageHeaders));
  app.route('/sign-in', signInPages(provider, people));
  app.route('/catalogs', catalogRoutes({ demoUrl, clock }));
  app.route('/', payment.app);
  app.route('/', mailPages(store));
  app.notFound((c) => c.html(noSuchPage(), 404, pageHeaders));
  app.onError((error, c) => {
    onError(error);
    return c.text('Something went wrong here; the log says what.', 500);
  });

  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const http = await listenHttp(withIdentityProvider(provider, demoUrl, listener), config.demoPort);
  const smtp = await startSmtpReceiver({ port: config.smtpPort, store, onError }).catch(
    async (error: unknown): Promise<never> => {
      await http.close();
      throw portTaken(error, 'smtpPort');
    },
  );
  payment.start();
  return {
    stop: async () => {
      await Promise.all([http.close(), smtp.close(), payment.stop()]);
    },
  };
}

type Listener = ReturnType<typeof withIdentityProvider>;

async function listenHttp(listener: Listener, port: number): Promise<{ close: () => Promise<void> }> {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portTaken(error, 'demoPort')));
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function portTaken(error: unknown, name: PortTakenError['portName']): Error {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return new PortTakenError(name, error);
  }
  return error instanceof Error ? error : new Error(String(error));
}
