import { Hono } from 'hono';
import type { Clock } from '@/testing/fakes/clock';
import { paymentApi, type PaymentContext } from '@/testing/fakes/stripe/api-routes';
import { randomId } from '@/testing/fakes/stripe/decision';
import { createWebhookAgenda } from '@/testing/fakes/stripe/webhook-agenda';
import { overviewPages } from './overview-pages';
import { payPages } from './pay-pages';
import { openPaymentStore } from './payment-store';

export interface PaymentProviderOptions {
  /** The file of the payments. */
  readonly path: string;
  readonly demoUrl: string;
  /** The name of the shop, which its customers see. */
  readonly shop: string;
  readonly webhookUrl: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly clock: Clock;
  readonly onError: (error: Error) => void;
}

export interface PaymentProvider {
  /** `/v1` (the API), `/pay` (the customer's page) and `/payment` (the operator's). */
  readonly app: Hono;
  /** Begins to send webhooks; undelivered ones of an earlier run are sent first. */
  start(): void;
  stop(): Promise<void>;
}

/** The fake of Stripe, with pages for customers and the operator, and its data in a file. */
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
  const context: PaymentContext = {
    store,
    moment,
    wake: () => agenda.wake(),
    secretKey,
    onError,
    payUrl: `${demoUrl}/pay`,
    behaviour: {
      mostPerPage: 100,
      pendingForever: false,
      unreadableIncidents: false,
      paysOutDaily: true,
      webhookEndpoints: [{ url: webhookUrl, status: 'enabled', events: ['*'] }],
    },
  };
  const app = new Hono();
  app.route('/v1', paymentApi(context));
  app.route('/pay', payPages(context, options.shop));
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
