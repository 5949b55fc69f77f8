/** The most guests of a list, each of whom gets a booking. */
export const mostGuests = 300;

/** The most characters of a list: with it, and as it was typed before, a form has less than 64 kB. */
export const longestList = 20_000;

/** `draft`: it was only read. `started`: the bookings are being made, or were. */
export const guestListStates = ['draft', 'started'] as const;

/** `placed`: a booking was placed. `failed`: it could not be; staff can try again. */
export const guestStates = ['waiting', 'placed', 'failed'] as const;

/** Why a guest has no booking. */
export const guestProblems = [
  /** There is no place for all tickets of this guest. */
  'sold_out',
  /** It is not sold any more, or was cancelled or postponed. */
  'not_on_sale',
  /** More tickets than one booking may have. */
  'limit',
  /** The catalogue is of another organization. */
  'not_own',
  /** This shop makes no vouchers. */
  'not_set_up',
  /** Something has to be paid all the same. */
  'not_free',
  /** The service could not be asked for a long time. */
  'unavailable',
  'not_made',
] as const;
export type GuestProblem = (typeof guestProblems)[number];
