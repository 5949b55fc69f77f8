/** `again`: look again after so many seconds. `moved`: this process or another one made a transition. */
export type Outcome = { kind: 'again'; seconds: number } | { kind: 'moved' };
export const moved: Outcome = { kind: 'moved' };
