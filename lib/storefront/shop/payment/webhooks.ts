import { receiveWebhook } from '../../../shop/flows/payment/webhooks';
import { getAppContext } from '../../../runtime/app-context';
import { noteRefusal } from '../../common/request/network';

/** Stores an authentic webhook and wakes the worker; false when it is not authentic. */
export async function takeWebhook(body: string, signature: string | null): Promise<boolean> {
  const { checkoutContext, worker } = await getAppContext();
  const received = await receiveWebhook(checkoutContext, body, signature);
  if (received.kind === 'refused') {
    await noteRefusal({ event: 'access_refused', reason: 'webhook_signature' });
    return false;
  }
  worker.wake();
  return true;
}
