import { Hono } from 'hono';
import { pageHeaders } from '../page';
import type { PaymentContext } from './api-routes';
import { disputesOf, refundsOf } from './api-views';
import type { Decision } from './decision';
import { closeDispute, openDispute, warnOfFraud } from './dispute-rules';
import { cancelIntent, captureIntent } from './intent-rules';
import { overviewPage } from './overview-view';
import type { PaymentIntent } from './records';
import { createRefund, failRefund } from './refund-rules';
import { isWanted, troubleKinds } from './trouble';
import { expireDueSessions } from './webhook-agenda';

/** The operator's view, mounted at /payment: what was paid, what the shop was told, and ways to cause trouble. */
export function overviewPages(context: PaymentContext): Hono {
  const { store, agenda, moment } = context;
  const app = new Hono();
  app.use(async (c, next) => {
    expireDueSessions(store, moment());
    await next();
    for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value);
  });
  app.get('/', (c) => c.html(overviewPage(store.state)));
  app.post('/events/:id/send', async (c) => {
    const event = store.state.events.get(c.req.param('id'));
    if (event !== undefined) {
      const at = moment();
      const delivery = {
        id: at.newId('whd_'),
        eventId: event.id,
        dueAt: at.now,
        attempts: 0,
        lastResult: null,
      };
      store.apply({ deliveries: [{ ...delivery, state: 'pending' }] });
      await store.saved();
      agenda.wake();
    }
    return c.redirect('/payment', 303);
  });
  app.post('/refunds/:id/fail', async (c) => {
    const refund = store.state.refunds.get(c.req.param('id'));
    await makeTrue(context, refund === undefined ? null : failRefund(refund, moment()));
    return c.redirect('/payment', 303);
  });
  app.post('/disputes/:id/:status', async (c) => {
    const dispute = store.state.disputes.get(c.req.param('id'));
    const status = (['won', 'lost'] as const).find((one) => one === c.req.param('status'));
    const unknown = dispute === undefined || status === undefined;
    await makeTrue(context, unknown ? null : closeDispute(dispute, status, moment()));
    return c.redirect('/payment', 303);
  });
  for (const [name, act] of Object.entries(intentActions(context))) {
    app.post(`/intents/:id/${name}`, async (c) => {
      const intent = store.state.intents.get(c.req.param('id'));
      await makeTrue(context, intent === undefined ? null : act(intent));
      return c.redirect('/payment', 303);
    });
  }
  app.post('/troubles/:kind', async (c) => {
    const kind = troubleKinds.find((one) => one === c.req.param('kind'));
    if (kind !== undefined) {
      store.apply({ troubles: [{ id: kind, wanted: !isWanted(store.state, kind) }] });
      await store.saved();
    }
    return c.redirect('/payment', 303);
  });
  return app;
}

/** What the operator, the customer's bank or the card's issuer may do to a payment. */
function intentActions({ store, moment }: PaymentContext) {
  return {
    capture: (intent: PaymentIntent) => captureIntent(intent, null),
    release: (intent: PaymentIntent) => cancelIntent(intent, 'requested_by_customer', moment()),
    refund: (intent: PaymentIntent) =>
      createRefund(intent, refundsOf(store.state, intent.id), byHand, moment()),
    dispute: (intent: PaymentIntent) => openDispute(intent, disputesOf(store.state, intent.id), moment()),
    warn: (intent: PaymentIntent) => warnOfFraud(intent, moment()),
  };
}

/** All that is left of a payment, as the operator gives it back at the dashboard. */
const byHand = { amount: null, reason: 'requested_by_customer', metadata: {} };

async function makeTrue(
  { store, agenda }: PaymentContext,
  decision: Decision<unknown> | null,
): Promise<void> {
  if (decision?.ok !== true) return;
  store.apply(decision.change);
  await store.saved();
  agenda.wake();
}
