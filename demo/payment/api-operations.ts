import { ApiError, badParameter, noSuch } from './api-error';
import {
  expansions,
  findCharge,
  INTENT_EXPANSIONS,
  intentView,
  REFUND_EXPANSIONS,
  refundsOf,
  refundView,
  SESSION_EXPANSIONS,
  sessionView,
} from './api-views';
import { seconds, type Decision, type Moment } from './decision';
import type { Params } from './form-params';
import { disputeResource, warningResource } from './dispute-resource';
import { cancelIntent, captureIntent } from './intent-rules';
import { eventResource } from './payment-resource';
import type { PaymentStore } from './payment-store';
import type { CheckoutSession, PaymentIntent, ProviderEvent, Refund } from './records';
import { createRefund, failedRefund, updateRefund } from './refund-rules';
import { readNewSession } from './session-params';
import { expireSession, openSession } from './session-rules';
import { lineItemList } from './session-resource';
import { cancelRefused, captureRefused, takeTrouble } from './trouble';

/** One request to the API, its key checked and its parameters read. */
export interface Call {
  readonly id: string;
  readonly params: Params;
  readonly store: PaymentStore;
  readonly moment: Moment;
  readonly demoUrl: string;
}

/** A refusal by the rules. What is wrong with the parameters is thrown instead, and never stored under a key. */
export type Outcome =
  { readonly ok: true; readonly body: object } | { readonly ok: false; readonly error: ApiError };

type Operation = (call: Call) => Outcome;

/** Every address of the API. */
export const operations: readonly (readonly ['GET' | 'POST', string, Operation])[] = [
  ['POST', '/checkout/sessions', createSession],
  ['GET', '/checkout/sessions', listSessions],
  ['GET', '/checkout/sessions/:id', retrieveSession],
  ['GET', '/checkout/sessions/:id/line_items', (call) => shown(lineItemList(findSession(call)))],
  ['POST', '/checkout/sessions/:id/expire', expireCheckout],
  ['GET', '/payment_intents/:id', retrieveIntent],
  ['POST', '/payment_intents/:id/capture', capture],
  ['POST', '/payment_intents/:id/cancel', cancel],
  ['GET', '/charges/:id', (call) => shown(findCharge(call.store.state, call.id).view)],
  ['POST', '/refunds', createRefundOperation],
  ['GET', '/refunds', listRefunds],
  ['GET', '/refunds/:id', (call) => shown(viewRefund(call, findRefund(call)))],
  ['POST', '/refunds/:id', changeRefund],
  ['GET', '/disputes/:id', retrieveDispute],
  ['GET', '/radar/early_fraud_warnings/:id', retrieveWarning],
  ['GET', '/events', listEvents],
  ['GET', '/events/:id', retrieveEvent],
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

function findRefund({ store, id }: Call): Refund {
  const refund = store.state.refunds.get(id);
  if (refund === undefined) throw noSuch('refund', id, 'id');
  return refund;
}

function viewSession(call: Call, session: CheckoutSession): object {
  return sessionView(
    call.store.state,
    session,
    expansions(call.params.strings('expand'), SESSION_EXPANSIONS),
  );
}

function viewIntent(call: Call, intent: PaymentIntent): object {
  return intentView(call.store.state, intent, expansions(call.params.strings('expand'), INTENT_EXPANSIONS));
}

function viewRefund(call: Call, refund: Refund): object {
  return refundView(call.store.state, refund, expansions(call.params.strings('expand'), REFUND_EXPANSIONS));
}

function createSession(call: Call): Outcome {
  const input = readNewSession(call.params, seconds(call.moment));
  return settled(call, openSession(input, call.demoUrl, call.moment), ({ session }) =>
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
  const intent = call.store.state.intents.get(session.intentId ?? '') ?? null;
  const decision = expireSession({ session, intent }, call.moment);
  return settled(call, decision, (checkout) => viewSession(call, checkout.session));
}

function listSessions(call: Call): Outcome {
  call.params.onlyKnown(['created', 'payment_intent', 'status', 'limit', 'starting_after', 'expand']);
  const intentId = call.params.string('payment_intent');
  const status = call.params.oneOf('status', ['open', 'complete', 'expired']);
  const found = [...call.store.state.sessions.values()].filter(
    (session) =>
      (intentId === null || session.intentId === intentId) && (status === null || session.status === status),
  );
  return listed(call, '/v1/checkout/sessions', found, SESSION_EXPANSIONS, sessionView);
}

function retrieveIntent(call: Call): Outcome {
  call.params.onlyKnown(['expand', 'client_secret']);
  return shown(viewIntent(call, findIntent(call, call.id, 'intent')));
}

function capture(call: Call): Outcome {
  call.params.onlyKnown(['amount_to_capture', 'expand', 'metadata', 'statement_descriptor', 'final_capture']);
  const amount = call.params.integer('amount_to_capture', { min: 1 });
  const decision = captureIntent(findIntent(call, call.id, 'intent'), amount);
  if (decision.ok && takeTrouble(call.store, 'capture')) return { ok: false, error: captureRefused() };
  return settled(call, decision, (intent) => viewIntent(call, intent));
}

function cancel(call: Call): Outcome {
  call.params.onlyKnown(['cancellation_reason', 'expand']);
  const reason = call.params.oneOf('cancellation_reason', [
    'duplicate',
    'fraudulent',
    'requested_by_customer',
    'abandoned',
  ]);
  const decision = cancelIntent(findIntent(call, call.id, 'intent'), reason, call.moment);
  if (decision.ok && takeTrouble(call.store, 'cancel')) return { ok: false, error: cancelRefused() };
  return settled(call, decision, (intent) => viewIntent(call, intent));
}

function createRefundOperation(call: Call): Outcome {
  const { params, store, moment } = call;
  params.onlyKnown(['payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand']);
  const intentId = params.string('payment_intent');
  const chargeId = params.string('charge');
  if (intentId === null && chargeId === null) {
    throw new ApiError(
      400,
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent =
    intentId === null
      ? findCharge(store.state, chargeId ?? '').intent
      : findIntent(call, intentId, 'payment_intent');
  const input = {
    amount: params.integer('amount', { min: 1 }),
    reason: params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']),
    metadata: params.metadata(),
  };
  const refunds = refundsOf(store.state, intent.id);
  const decision = createRefund(intent, refunds, input, moment);
  if (decision.ok && takeTrouble(store, 'refund')) {
    return settled(call, failedRefund(decision.value, moment), (refund) => viewRefund(call, refund));
  }
  return settled(call, decision, (refund) => viewRefund(call, refund));
}

function changeRefund(call: Call): Outcome {
  call.params.onlyKnown(['metadata', 'expand']);
  const decision = updateRefund(findRefund(call), call.params.metadata(), call.moment);
  return settled(call, decision, (refund) => viewRefund(call, refund));
}

function listRefunds(call: Call): Outcome {
  call.params.onlyKnown(['created', 'payment_intent', 'charge', 'limit', 'starting_after', 'expand']);
  const intentId = call.params.string('payment_intent');
  const chargeId = call.params.string('charge');
  const found = [...call.store.state.refunds.values()].filter(
    (refund) =>
      (intentId === null || refund.intentId === intentId) &&
      (chargeId === null || refund.chargeId === chargeId),
  );
  return listed(call, '/v1/refunds', found, REFUND_EXPANSIONS, refundView);
}

function retrieveDispute({ store, id, params }: Call): Outcome {
  params.onlyKnown([]);
  const dispute = store.state.disputes.get(id);
  if (dispute === undefined) throw noSuch('dispute', id, 'dispute');
  return shown(disputeResource(dispute));
}

function retrieveWarning({ store, id, params }: Call): Outcome {
  params.onlyKnown([]);
  const warning = store.state.warnings.get(id);
  if (warning === undefined) throw noSuch('radar.early_fraud_warning', id, 'early_fraud_warning');
  return shown(warningResource(warning));
}

function retrieveEvent({ store, id }: Call): Outcome {
  const event = store.state.events.get(id);
  if (event === undefined) throw noSuch('event', id, 'id');
  return shown(viewEvent(store.state, event));
}

function viewEvent(state: PaymentStore['state'], event: ProviderEvent): object {
  const pending = [...state.deliveries.values()].some(
    (one) => one.eventId === event.id && one.state === 'pending',
  );
  return eventResource(event, pending ? 1 : 0);
}

/** Every event, also those whose webhook is withheld, as Stripe lists them for 30 days. */
function listEvents(call: Call): Outcome {
  call.params.onlyKnown(['type', 'types', 'created', 'limit', 'starting_after', 'expand']);
  const type = call.params.string('type');
  const types = call.params.strings('types');
  const found = [...call.store.state.events.values()].filter(
    (event) => (type === null || event.type === type) && (types.length === 0 || types.includes(event.type)),
  );
  return listed(call, '/v1/events', found, [], viewEvent);
}

/** A page of a list, newest first (https://docs.stripe.com/api/pagination). */
function listed<Item extends { readonly id: string; readonly created: number }>(
  { params, store }: Call,
  url: string,
  items: readonly Item[],
  allowed: readonly string[],
  view: (state: PaymentStore['state'], item: Item, expand: ReadonlySet<string>) => object,
): Outcome {
  const asked = expansions(
    params.strings('expand'),
    allowed.map((name) => `data.${name}`),
  );
  const expand = new Set([...asked].map((name) => name.replace(/^data\./, '')));
  const isIn = createdWithin(params);
  const newestFirst = items.filter(({ created }) => isIn(created)).reverse();
  const after = params.string('starting_after');
  const start = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0)
    throw badParameter(`No such object: '${after}'`, 'starting_after', 'resource_missing');
  const end = start + (params.integer('limit', { min: 1, max: 100 }) ?? 10);
  const data = newestFirst.slice(start, end).map((item) => view(store.state, item, expand));
  return shown({ object: 'list', data, has_more: end < newestFirst.length, url });
}

/** The filter `created[gte]=…` and its kin, in seconds since 1970. */
function createdWithin(params: Params): (created: number) => boolean {
  const range = params.object('created');
  range.onlyKnown(['gt', 'gte', 'lt', 'lte']);
  const bound = (name: string, without: number) => range.integer(name, { min: 0 }) ?? without;
  const [above, from] = [bound('gt', -1), bound('gte', 0)];
  const [below, to] = [bound('lt', Infinity), bound('lte', Infinity)];
  return (created) => created > above && created >= from && created < below && created <= to;
}
