import { hash } from 'node:crypto';
import type { Preview } from './setup-problem';
import type { Typed } from './typed';

/** Names what a form has shown: what it would do, and everything that was typed for it. */
export function seenText({ title, lines }: Preview, typed: Typed): string {
  const fields = Object.entries(typed)
    .map(([name, values]) => [name, values.map((value) => value.replaceAll('\r\n', '\n'))] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', JSON.stringify([title, lines, fields]), 'hex');
}

/** The preview, unless the form has just shown it for what it sends now. */
export function unlessSeen(
  { intent, seen }: { readonly intent: string; readonly seen: string },
  typed: Typed,
  preview: Preview,
): Preview | null {
  return intent === 'save' && seen === seenText(preview, typed) ? null : preview;
}
