import type { CheckoutContext } from '@/lib/shop/context';
import { tellOperator } from '@/lib/shop/flows/mail/alerts';
import { jobs, workOnce } from '@/lib/shop/worker/worker';

const ofCustomers = (Object.keys(jobs) as (keyof typeof jobs)[]).filter(
  (kind) => kind !== 'event_list' && kind !== 'session_changes' && kind !== 'nightly',
);

/** Does all jobs that are due, and tells the operator of alerts, once. True when there may be more. */
export async function processDue(context: CheckoutContext): Promise<boolean> {
  const done = await workOnce(context, ofCustomers);
  return (await tellOperator(context)) || done > 0;
}
