import { type RefObject, useEffect } from 'react';
import { detailFields, type Details } from './contact-details';

const storageName = 'checkout-details';

/** The page of a hold that has ended still has what was typed. */
const minutesAfterHold = 60;

const nothing = { entries: {}, others: {} };

function readOthers(kept: unknown): Others {
  if (typeof kept !== 'object' || kept === null) return {};
  const lists = Object.entries(kept).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return Object.fromEntries(
    lists.map(([name, list]) => [name, list.filter((value) => typeof value === 'string')]),
  );
}

/** What was typed for a checkout in this browser; empty if nothing was. */
function readKept(checkoutId: string): { entries: Partial<Details>; others: Others } {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageName) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('checkoutId' in kept) || !('entries' in kept))
      return nothing;
    if (!('until' in kept) || typeof kept.until !== 'number' || kept.until < Date.now()) {
      localStorage.removeItem(storageName);
      return nothing;
    }
    if (kept.checkoutId !== checkoutId || typeof kept.entries !== 'object') return nothing;
    const entries = new Map(Object.entries(kept.entries ?? {}));
    const texts = detailFields.map((field) => [field, entries.get(field)] as const);
    return {
      entries: Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')),
      others: 'others' in kept ? readOthers(kept.others) : {},
    };
  } catch (error) {
    // A browser may forbid storage, and another script may have written something else.
    if (error instanceof DOMException || error instanceof SyntaxError) return nothing;
    throw error;
  }
}

/** What was typed into fields that have no script of their own, by name. */
type Others = Readonly<Record<string, readonly string[]>>;

const isOther = (name: string) => /^(answer\.|gift|company|vatNumber$)/.test(name);

/** A box that is not checked has no value, but its name. */
function othersOf(form: HTMLFormElement, typed: FormData): Others {
  const names = [...form.elements].flatMap((field) => ('name' in field ? [String(field.name)] : []));
  return Object.fromEntries(
    names
      .filter(isOther)
      .map((name) => [name, typed.getAll(name).filter((value) => typeof value === 'string')]),
  );
}

function fillIn(form: HTMLFormElement, kept: Others): void {
  for (const field of form.elements) {
    const given = 'name' in field ? kept[String(field.name)] : undefined;
    if (given === undefined) continue;
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      field.checked = given.includes(field.value);
    } else if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement ||
      field instanceof HTMLTextAreaElement
    ) {
      field.value = given[0] ?? '';
    }
  }
}

function keep(checkoutId: string, form: HTMLFormElement, secondsLeft: number): void {
  const typed = new FormData(form);
  // The form may be one step of several.
  const shown = detailFields.filter((field) => typed.has(field));
  try {
    const before = readKept(checkoutId);
    const until = Date.now() + (secondsLeft + minutesAfterHold * 60) * 1_000;
    const entries = {
      ...before.entries,
      ...Object.fromEntries(shown.map((field) => [field, typed.get(field)])),
    };
    const kept = { checkoutId, until, entries, others: { ...before.others, ...othersOf(form, typed) } };
    localStorage.setItem(storageName, JSON.stringify(kept));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/**
 * Keeps what is typed in this browser from the first letter on, through reloading, another language, going back and forward,
 * and closing the tab: whoever uses the browser sees what is held, and after the first try what was typed, in any case. It is
 * forgotten an hour after the hold; the next checkout replaces it.
 */
export function useKeptEntries(
  { checkoutId, secondsLeft }: { readonly checkoutId: string; readonly secondsLeft: number },
  form: RefObject<HTMLFormElement | null>,
): void {
  useEffect(() => {
    const { current } = form;
    if (current === null) return undefined;
    const kept = readKept(checkoutId);
    fillIn(current, kept.others);
    for (const [field, text] of Object.entries(kept.entries)) fillIn(current, { [field]: [text] });
    const onInput = () => keep(checkoutId, current, secondsLeft);
    current.addEventListener('input', onInput);
    return () => current.removeEventListener('input', onInput);
  }, [checkoutId, secondsLeft, form]);
}
