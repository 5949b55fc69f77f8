/** Counts the changes of availability and prices that this process made, so that cached answers know their age. */
export interface ChangeCount {
  count: () => number;
  /** Call it after the commit. */
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
