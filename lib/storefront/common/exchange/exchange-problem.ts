/** Why earlier tickets do not pay for a checkout. */
export const exchangeProblems = [
  'not_possible',
  'changed',
  'disputed',
  'given_back',
  'gift_card',
  'not_held',
  'not_ordered',
  'unsupported',
  'unavailable',
  'nothing',
] as const;
export type ExchangeProblem = (typeof exchangeProblems)[number];
