import type { Checkout } from './checkout';

/**
 * `again`: look again after so many seconds. `moved`: this process or another one made a transition; `checkout`: what it is
 * after that, if it is known.
 */
export type Outcome = { kind: 'again'; seconds: number } | { kind: 'moved'; checkout?: Checkout };
export const moved: Outcome = { kind: 'moved' };
