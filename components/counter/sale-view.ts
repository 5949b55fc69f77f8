import type { SaleProblem } from '@/lib/storefront/counter-payment';
import type { Sale } from '@/lib/storefront/staff-counter';

type Action = (form: FormData) => Promise<void>;

export interface CounterSaleProps {
  readonly sale: Sale;
  readonly problem: SaleProblem | null;
  /** The country that is chosen beforehand. */
  readonly country: string;
  readonly actions: Readonly<Record<'takeMoney' | 'giveUp' | 'payBack', Action>>;
}
