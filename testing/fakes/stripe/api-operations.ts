import { badParameter, missingParameter, noSuch, type ApiError } from './api-error';
import { expandsIntent, intentOf, refundsOf, sessionView } from './api-views';
import { seconds, type Decision, type Moment } from './decision';
import { disputeResource, warningResource } from './dispute-resource';
import { cancelRefused, captureRefused, serverError, takeOutcomeFault } from './faults';
import type { Params } from './form-params';
import { cancelIntent, captureIntent } from './intent-rules';
import { eventResource, paymentIntentResource, refundResource } from './payment-resource';
import type { CheckoutSession, FaultKind, PaymentIntent, Refund } from './records';
import { balanceResource, entriesOf, payoutResource } from './payout-resource';
import { payOut, startOfDay } from './payout-rules';
import { createRefund, refusedRefund, settleRefund } from './refund-rules';
import { readNewSession } from './session-params';
import { expireSession, openSession } from './session-rules';
import type { PaymentStore } from './store';

/** How the provider behaves for now, other than it should. */
export interface Behaviour {
  /** The maximum length of a page of a list. */
  readonly mostPerPage: number;
  /** While true a pending refund stays pending. */
  readonly pendingForever: boolean;
  /** While true disputes and warnings can't be read: 500. */
  readonly unreadableIncidents: boolean;
  /** Each day is paid out on the day after it, as soon as payouts are listed. */
  readonly paysOutDaily: boolean;
  /** Where the account sends its webhooks. */
  readonly webhookEndpoints: readonly WebhookEndpoint[];
}

/** As the account's owner registers it (https://docs.stripe.com/api/webhook_endpoints/object). */
export interface WebhookEndpoint {
  readonly url: string;
  readonly status: 'enabled' | 'disabled';
  /** Types of events; `*`: all. */
  readonly events: readonly string[];
}

/** One request to the API, with a checked key and parsed parameters. */
export interface Call {
  readonly id: string;
  readonly params: Params;
  readonly store: PaymentStore;
  readonly moment: Moment;
  readonly payUrl: string;
  readonly behaviour: Behaviour;
}

/** A refusal by the rules. Errors in the parameters are thrown instead, and never stored under a key. */
export type Outcome =
  { readonly ok: true; readonly body: object } | { readonly ok: false; readonly error: ApiError };

interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly run: (call: Call) => Outcome;
  /** Which of the planned faults concern it. */
  readonly faults?: FaultKind;
}

/** All addresses of the API. */
export const operations: readonly Operation[] = [
  { method: 'POST', path: '/checkout/sessions', run: createSession, faults: 'open' },
  { method: 'GET', path: '/checkout/sessions', run: listSessions },
  { method: 'GET', path: '/checkout/sessions/:id', run: retrieveSession },
  { method: 'POST', path: '/checkout/sessions/:id/expire', run: expireCheckout },
  { method: 'GET', path: '/payment_intents/:id', run: retrieveIntent },
  { method: 'POST', path: '/payment_intents/:id/capture', run: capture, faults: 'capture' },
  { method: 'POST', path: '/payment_intents/:id/cancel', run: cancel, faults: 'cancel' },
  { method: 'POST', path: '/refunds', run: refund, faults: 'refund' },
  { method: 'GET', path: '/refunds', run: listRefunds },
  { method: 'GET', path: '/refunds/:id', run: retrieveRefund },
  { method: 'GET', path: '/disputes/:id', run: retrieveDispute },
  { method: 'GET', path: '/radar/early_fraud_warnings/:id', run: retrieveWarning },
  { method: 'GET', path: '/events', run: listEvents },
  { method: 'GET', path: '/payouts', run: listPayouts },
  { method: 'GET', path: '/balance_transactions', run: listBalance },
  { method: 'GET', path: '/webhook_endpoints', run: listWebhookEndpoints },
];

const shown = (body: object): Outcome => ({ ok: true, body });

function settled<Value>(call: Call, decision: Decision<Value>, view: (value: Value) => object): Outcome {
  if (!decision.ok) return decision;
  call.store.apply(decision.change);
  return shown(view(decision.value));
}

function findSession({ store, id }: Call): CheckoutSession {
  const session = store.state.sessions.get(id);
  if (session === undefined) throw noSuch('checkout.session', id, 'session');
  return session;
}

function findIntent({ store }: Call, id: string, param: string): PaymentIntent {
  const intent = store.state.intents.get(id);
  if (intent === undefined) throw noSuch('payment_intent', id, param);
  return intent;
}

function viewSession({ store, params }: Call, session: CheckoutSession): object {
  return sessionView(store.state, session, expandsIntent(params, 'payment_intent'));
}

function createSession(call: Call): Outcome {
  const input = readNewSession(call.params, seconds(call.moment));
  return settled(call, openSession(input, call.payUrl, call.moment), ({ session }) =>
    viewSession(call, session),
  );
}

function retrieveSession(call: Call): Outcome {
  call.params.onlyKnown(['expand']);
  return shown(viewSession(call, findSession(call)));
}

function expireCheckout(call: Call): Outcome {
  call.params.onlyKnown(['expand']);
  const session = findSession(call);
  const decision = expireSession({ session, intent: intentOf(call.store.state, session) }, call.moment);
  return settled(call, decision, (checkout) => viewSession(call, checkout.session));
}

function listSessions(call: Call): Outcome {
  const { params, store } = call;
  params.onlyKnown(['created', 'limit', 'starting_after', 'expand']);
  const isExpanded = expandsIntent(params, 'data.payment_intent');
  return listed(call, '/v1/checkout/sessions', store.state.sessions.values(), (session) =>
    sessionView(store.state, session, isExpanded),
  );
}

function retrieveIntent(call: Call): Outcome {
  call.params.onlyKnown([]);
  return shown(paymentIntentResource(findIntent(call, call.id, 'intent')));
}

function capture(call: Call): Outcome {
  call.params.onlyKnown(['amount_to_capture']);
  const amount = call.params.integer('amount_to_capture', { min: 1 });
  const decision = captureIntent(findIntent(call, call.id, 'intent'), amount);
  if (decision.ok && takeOutcomeFault(call.store, 'capture') !== null)
    return { ok: false, error: captureRefused() };
  return settled(call, decision, paymentIntentResource);
}

function cancel(call: Call): Outcome {
  call.params.onlyKnown([]);
  const decision = cancelIntent(findIntent(call, call.id, 'intent'), call.moment);
  if (decision.ok && takeOutcomeFault(call.store, 'cancel') !== null)
    return { ok: false, error: cancelRefused() };
  return settled(call, decision, paymentIntentResource);
}

function refund(call: Call): Outcome {
  const { params, store, moment } = call;
  params.onlyKnown(['payment_intent', 'amount', 'metadata']);
  const intentId = params.requiredString('payment_intent');
  const amount = params.integer('amount', { min: 1 });
  if (amount === null) throw missingParameter('amount');
  const input = { amount, metadata: params.metadata() };
  const intent = findIntent(call, intentId, 'payment_intent');
  const earlier = refundsOf(store.state, intent.id);
  const decision = createRefund(intent, earlier, input, moment);
  const fault = decision.ok ? takeOutcomeFault(store, 'refund') : null;
  if (fault === 'pending')
    return settled(
      call,
      createRefund(intent, earlier, { ...input, status: 'pending' }, moment),
      refundResource,
    );
  if (fault === 'failed' && decision.ok)
    return settled(call, refusedRefund(decision.value, moment), refundResource);
  return settled(call, decision, refundResource);
}

/** A pending refund is done when it is read again. */
function retrieveRefund(call: Call): Outcome {
  const { id, params, store, behaviour, moment } = call;
  params.onlyKnown([]);
  const found = store.state.refunds.get(id);
  if (found === undefined) throw noSuch('refund', id, 'id');
  return found.status === 'pending' && !behaviour.pendingForever
    ? settled(call, settleRefund(found, moment), refundResource)
    : shown(refundResource(found));
}

function listRefunds(call: Call): Outcome {
  call.params.onlyKnown(['created', 'payment_intent', 'limit', 'starting_after']);
  const intentId = call.params.string('payment_intent');
  const { refunds } = call.store.state;
  const found: Iterable<Refund> =
    intentId === null ? refunds.values() : refundsOf(call.store.state, intentId);
  return listed(call, '/v1/refunds', found, refundResource);
}

function retrieveDispute({ store, id, params, behaviour }: Call): Outcome {
  params.onlyKnown([]);
  if (behaviour.unreadableIncidents) return { ok: false, error: serverError() };
  const dispute = store.state.disputes.get(id);
  if (dispute === undefined) throw noSuch('dispute', id, 'dispute');
  return shown(disputeResource(dispute));
}

function retrieveWarning({ store, id, params, behaviour }: Call): Outcome {
  params.onlyKnown([]);
  if (behaviour.unreadableIncidents) return { ok: false, error: serverError() };
  const warning = store.state.warnings.get(id);
  if (warning === undefined) throw noSuch('radar.early_fraud_warning', id, 'early_fraud_warning');
  return shown(warningResource(warning));
}

/** Every event, also those whose webhook is withheld, as Stripe lists them for 30 days. */
function listEvents(call: Call): Outcome {
  const { params, store } = call;
  params.onlyKnown(['types', 'created', 'delivery_success', 'limit', 'starting_after']);
  const types = params.strings('types');
  const success = params.oneOf('delivery_success', ['true', 'false']);
  const deliveries = [...store.state.deliveries.values()].filter(({ state }) => state !== 'delivered');
  const undelivered = new Set(deliveries.map(({ eventId }) => eventId));
  const found = [...store.state.events.values()].filter(
    ({ id, type }) =>
      (types.length === 0 || types.includes(type)) &&
      (success === null || undelivered.has(id) === (success === 'false')),
  );
  return listed(call, '/v1/events', found, eventResource);
}

function listPayouts(call: Call): Outcome {
  const { params, store, moment, behaviour } = call;
  params.onlyKnown(['arrival_date', 'limit', 'starting_after']);
  if (behaviour.paysOutDaily) store.apply(payOut(store.state, moment, startOfDay(moment)).change);
  const isIn = within(params, 'arrival_date');
  const found = [...store.state.payouts.values()].filter(({ arrivalDate }) => isIn(arrivalDate));
  return listed(call, '/v1/payouts', found, payoutResource);
}

function listBalance(call: Call): Outcome {
  const { params, store } = call;
  params.onlyKnown(['payout', 'limit', 'starting_after', 'expand']);
  const isExpanded = params.strings('expand').includes('data.source');
  const payout = store.state.payouts.get(params.requiredString('payout'));
  if (payout === undefined) throw noSuch('payout', params.requiredString('payout'), 'payout');
  return listed(call, '/v1/balance_transactions', entriesOf(payout), (entry) =>
    balanceResource(store.state, entry, isExpanded),
  );
}

function listWebhookEndpoints(call: Call): Outcome {
  call.params.onlyKnown(['limit', 'starting_after']);
  const all = call.behaviour.webhookEndpoints.map((endpoint, index) => ({
    ...endpoint,
    id: `we_${index + 1}`,
    created: index,
  }));
  return listed(call, '/v1/webhook_endpoints', all, ({ id, created, url, status, events }) => ({
    id,
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created,
    description: null,
    enabled_events: events,
    livemode: false,
    metadata: {},
    status,
    url,
  }));
}

/** A page of a list, newest first (https://docs.stripe.com/api/pagination). */
function listed<Item extends { readonly id: string; readonly created: number }>(
  { params, behaviour }: Call,
  url: string,
  items: Iterable<Item>,
  view: (item: Item) => object,
): Outcome {
  const isIn = within(params, 'created');
  const newestFirst = [...items].filter(({ created }) => isIn(created)).reverse();
  const after = params.string('starting_after');
  const start = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0)
    throw badParameter(`No such object: '${after}'`, 'starting_after', 'resource_missing');
  const limit = params.integer('limit', { min: 1, max: 100 }) ?? 10;
  const end = start + Math.min(limit, behaviour.mostPerPage);
  const data = newestFirst.slice(start, end).map(view);
  return shown({ object: 'list', data, has_more: end < newestFirst.length, url });
}

/** The filter `created[gte]=…&created[lt]=…`, in seconds since 1970. */
function within(params: Params, name: 'created' | 'arrival_date'): (created: number) => boolean {
  const range = params.object(name);
  range.onlyKnown(['gte', 'lt']);
  const from = range.integer('gte', { min: 0 }) ?? 0;
  const below = range.integer('lt', { min: 0 }) ?? Infinity;
  return (created) => created >= from && created < below;
}
