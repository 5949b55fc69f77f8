import { type PaidBackWay, paidBackWays } from '../../../shop/values/checkout-values';

const isPaidBack = (chosen: string): chosen is PaidBackWay => paidBackWays.some((one) => one === chosen);

/** What staff chose in the list of how a task was settled: a way of paying money back is a refund. */
export function settlingOf<Name extends string>(chosen: Name) {
  return isPaidBack(chosen)
    ? ({ as: 'refunded', paidBack: chosen } as const)
    : { as: chosen as Exclude<Name, PaidBackWay> };
}
