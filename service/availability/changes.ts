/** Counts what this process changed of what can be had and for how much, so that remembered answers know their age. */
export interface ChangeCount {
  count: () => number;
  /** To be called after the commit. */
  note: () => void;
}

export function countChanges(): ChangeCount {
  let count = 0;
  return {
    count: () => count,
    note: () => {
      count += 1;
    },
  };
}
