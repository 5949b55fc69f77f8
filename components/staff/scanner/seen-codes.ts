/** A code that was out of sight for so long is a new one, also if it is the same. */
const forgottenAfterMilliseconds = 1_500;

/** A code stays in the picture for many frames. The function says whether it has just come into it. */
export function newCodes(): (code: string, milliseconds: number) => boolean {
  let last = { code: '', at: 0 };
  return (code, at) => {
    const isNew = code !== last.code || at - last.at > forgottenAfterMilliseconds;
    last = { code, at };
    return isNew;
  };
}
