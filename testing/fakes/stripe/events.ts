import { randomId } from './decision';
import { eventResource } from './payment-resource';
import type { EventObject, ProviderEvent } from './records';
import { signatureHeader } from './signature';

/** The secret of the webhooks of a test's provider. */
export const webhookSecret = 'whsec_testing_testing';

/** A webhook: the request's body and its signature header. */
export interface Notice {
  body: string;
  signature: string;
}

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

/** An event that happens now, which the provider does not list. */
export function newEvent(type: string, object: EventObject): ProviderEvent {
  // A copy, because later changes of the object do not belong to this event.
  return { id: randomId('evt_'), created: nowInSeconds(), type, object: structuredClone(object) };
}

/** The webhook of an event, signed now. Signing it again makes another delivery of the same event. */
export function signEvent(event: ProviderEvent): Notice {
  const body = JSON.stringify(eventResource(event));
  return { body, signature: signatureHeader(body, webhookSecret, nowInSeconds()) };
}
