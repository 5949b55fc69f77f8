/**
 * `again`: look again after so many seconds. `moved`: this process or another one made a transition. `ended`: it made the
 * last one, and the job of the checkout has ended with it.
 */
export type Outcome = { kind: 'again'; seconds: number } | { kind: 'moved' } | { kind: 'ended' };
export const moved: Outcome = { kind: 'moved' };
