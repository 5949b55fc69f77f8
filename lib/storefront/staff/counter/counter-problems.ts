/** What the person at the desk has to correct, or what happened meanwhile. */
export const saleProblems = [
  'given',
  'not_enough',
  'receipt',
  'email',
  'name',
  'country',
  'answers',
  'paid_before',
  'total_changed',
  'called_off',
  'credit_left',
  'credit_lost',
  'expired',
  'unavailable',
] as const;
export type SaleProblem = (typeof saleProblems)[number];

/** What an address says of an item that was to be removed. `gone`: `not_found` of `ItemRemoval`. */
export const itemNotices = ['removed', 'not_found'] as const;
export type ItemNotice = (typeof itemNotices)[number];
