import type { CheckoutContext } from '@/lib/checkout/context';
import { tellOperator } from '@/lib/checkout/email/alerts';
import { lanes } from '@/lib/checkout/queue/lanes';

/** Processes all queues and the alerts once. True when there may be more. */
export async function processDue(context: CheckoutContext): Promise<boolean> {
  let more = false;
  for (const { concurrency, take, work } of Object.values(lanes)) {
    const ids = await take(context, concurrency);
    await Promise.all(ids.map((id) => work(context, id)));
    more ||= ids.length > 0;
  }
  return (await tellOperator(context)) || more;
}
