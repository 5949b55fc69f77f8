// Controls, and characters that turn the direction of a text, so that it shows as another than it is.
const hostile = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text of one line has nothing but what can be shown, in any script. */
export function isPlainLine(text: string): boolean {
  return !hostile.test(text);
}
