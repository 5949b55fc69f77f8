import { z } from 'zod';
import type { Typed } from './typed';

const typedSchema = z.record(z.string(), z.array(z.string()));

/** What the form contained when it was sent to the browser, from its hidden field `before`. */
export function fieldsBefore(form: FormData): Typed {
  const text = form.get('before');
  try {
    return typedSchema.parse(JSON.parse(typeof text === 'string' ? text : ''));
  } catch {
    // No page of ours sends that; then nothing is known to be unchanged.
    return {};
  }
}

/** Browsers write line ends of their own, and nothing for what is not ticked. */
const comparable = (values: readonly string[] = []) =>
  JSON.stringify(values.map((value) => value.replaceAll('\r\n', '\n').trim()).filter(Boolean));

/**
 * A form that somebody has filled in while somebody else saved the same: what was not changed in it becomes what the other one
 * saved. `both`: the fields that both have changed; they stay as they were typed.
 */
export function mergedFields(typed: Typed, before: Typed, now: Typed): { values: Typed; both: string[] } {
  const values: Record<string, readonly string[]> = { ...typed };
  const both: string[] = [];
  for (const [name, theirs] of Object.entries(now)) {
    const [own, old, other] = [typed[name], before[name], theirs].map(comparable);
    if (own === other || old === other) continue;
    if (own === old) values[name] = theirs;
    else both.push(name);
  }
  return { values, both };
}
