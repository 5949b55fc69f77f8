import { Hono } from 'hono';
import { pageHeaders } from '../page';
import type { PaymentContext } from './api-routes';
import type { Decision } from './decision';
import { cancelIntent, captureIntent } from './intent-rules';
import { overviewPage } from './overview-view';
import type { PaymentIntent } from './records';
import { failRefund } from './refund-rules';
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
  const ends = {
    capture: (intent: PaymentIntent) => captureIntent(intent, null),
    release: (intent: PaymentIntent) => cancelIntent(intent, 'requested_by_customer', moment()),
  };
  for (const [name, end] of Object.entries(ends)) {
    app.post(`/intents/:id/${name}`, async (c) => {
      const intent = store.state.intents.get(c.req.param('id'));
      await makeTrue(context, intent === undefined ? null : end(intent));
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

async function makeTrue(
  { store, agenda }: PaymentContext,
  decision: Decision<unknown> | null,
): Promise<void> {
  if (decision?.ok !== true) return;
  store.apply(decision.change);
  await store.saved();
  agenda.wake();
}
