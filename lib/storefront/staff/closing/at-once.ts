/**
 * Limits how many works of one kind run at the same time for each key, such as a person, in this process. `busy`: as many
 * are running; this one was not begun.
 */
export function atOnce(most: number) {
  const running = new Map<string, number>();
  return async <Value>(key: string, work: () => Promise<Value>): Promise<Value | 'busy'> => {
    const count = running.get(key) ?? 0;
    if (count >= most) return 'busy';
    running.set(key, count + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    }
  };
}
