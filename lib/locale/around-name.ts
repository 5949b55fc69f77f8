/** A sentence with a name in it, which may be in another language than the sentence. */
export interface AroundName {
  readonly before: string;
  readonly name: string;
  readonly after: string;
}

// A character for private use: no message contains it.
const placeholder = '\uE000';

/** The parts of a message around the name that is put into it. */
export function aroundName(name: string, message: (name: string) => string): AroundName {
  const [before = '', ...others] = message(placeholder).split(placeholder);
  // A message without the name, or with the name twice, stays whole.
  if (others.length !== 1) return { before: message(name), name: '', after: '' };
  return { before, name, after: others[0] ?? '' };
}
