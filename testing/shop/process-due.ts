import type { CheckoutContext } from '@/lib/shop/context';
import { tellOperator } from '@/lib/shop/flows/mail/alerts';
import { lanes } from '@/lib/shop/worker/lanes';

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
