/**
 * `notified`: tickets are held for the person, in a checkout that no browser may see yet. `taken`: a browser has taken
 * that checkout over. `lapsed`: nobody did in time. `left`: the person gave the place up. `over`: what was waited for
 * has begun.
 */
export const waitingStates = ['waiting', 'notified', 'taken', 'lapsed', 'left', 'over'] as const;
export type WaitingState = (typeof waitingStates)[number];
