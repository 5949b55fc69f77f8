/** Why earlier tickets do not pay for a checkout. */
export const exchangeProblems = [
  ...([
    'not_possible',
    'changed',
    'disputed',
    'given_back',
    'not_held',
    'not_ordered',
    'unsupported',
  ] as const),
  ...(['unavailable', 'nothing'] as const),
] as const;
export type ExchangeProblem = (typeof exchangeProblems)[number];
