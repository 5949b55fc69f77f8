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

/**
 * What became of tickets that were to be given. `several`: they are of several catalogues; `not_own`: the catalogue is of
 * another organization.
 */
export const giveAnswers = [
  'given',
  'reason',
  'several',
  'not_own',
  'not_set_up',
  'not_held',
  'unavailable',
] as const;
export type GiveAnswer = (typeof giveAnswers)[number];

/** What an address says of an item that was to be removed. `gone`: `not_found` of `ItemRemoval`. */
export const itemNotices = ['removed', 'not_found'] as const;
export type ItemNotice = (typeof itemNotices)[number];
