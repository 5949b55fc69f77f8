import { Hono } from 'hono';
import type { Clock } from '../clock';
import { paymentApi, type PaymentContext } from './api-routes';
import { randomId } from './decision';
import { overviewPages } from './overview-pages';
import { payPages } from './pay-pages';
import { openPaymentStore } from './payment-store';
import { createWebhookAgenda } from './webhook-agenda';

export interface PaymentProviderOptions {
  /** The file that keeps the payments. */
  readonly path: string;
  readonly demoUrl: string;
  readonly webhookUrl: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly clock: Clock;
  readonly onError: (error: Error) => void;
}

export interface PaymentProvider {
  /** `/v1` (the API), `/pay` (the customer's page) and `/payment` (the operator's). */
  readonly app: Hono;
  /** Begins to send notices; those that an earlier run could not deliver go first. */
  start(): void;
  stop(): Promise<void>;
}

/** A payment provider that speaks the part of Stripe's protocol that a shop with hosted checkout uses. */
export async function createPaymentProvider(options: PaymentProviderOptions): Promise<PaymentProvider> {
  const { clock, demoUrl, secretKey, webhookSecret, webhookUrl, onError } = options;
  const store = await openPaymentStore(options.path, clock.now());
  const moment = () => ({ now: clock.now(), newId: randomId });
  const agenda = createWebhookAgenda({
    store,
    clock,
    moment,
    url: webhookUrl,
    secret: webhookSecret,
    onError,
  });
  const context: PaymentContext = { store, agenda, moment, demoUrl, secretKey, onError };
  const app = new Hono();
  app.route('/v1', paymentApi(context));
  app.route('/pay', payPages(context));
  app.route('/payment', overviewPages(context));
  return {
    app,
    start: () => {
      const retries = [...store.state.deliveries.values()].filter(
        ({ state, attempts }) => state === 'pending' && attempts > 0,
      );
      store.apply({ deliveries: retries.map((delivery) => ({ ...delivery, dueAt: clock.now() })) });
      agenda.wake();
    },
    stop: async () => {
      await agenda.stop();
      await store.saved();
    },
  };
}
