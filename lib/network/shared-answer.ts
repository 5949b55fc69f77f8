/** Asks at most once in so many milliseconds: callers in between share the answer. */
export function sharedAnswer<Answer>(
  milliseconds: number,
  ask: () => Promise<Answer>,
  now: () => number = Date.now,
): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined;
  return () => {
    if (last === undefined || now() - last.at >= milliseconds) last = { at: now(), answer: ask() };
    return last.answer;
  };
}
