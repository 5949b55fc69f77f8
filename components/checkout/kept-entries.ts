import { type RefObject, useEffect } from 'react';
import { detailFields, type DetailField, type Details } from './details';

const storageName = 'checkout-details';

/** What was typed for a checkout in this tab; empty if nothing was. */
function readKept(checkoutId: string): Partial<Details> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('checkoutId' in kept) || !('entries' in kept))
      return {};
    if (kept.checkoutId !== checkoutId || typeof kept.entries !== 'object') return {};
    const entries = new Map(Object.entries(kept.entries ?? {}));
    const texts = detailFields.map((field) => [field, entries.get(field)] as const);
    return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string'));
  } catch (error) {
    // A browser may forbid storage, and another script may have written something else.
    if (error instanceof DOMException || error instanceof SyntaxError) return {};
    throw error;
  }
}

function keep(checkoutId: string, form: HTMLFormElement): void {
  const typed = new FormData(form);
  const entries = Object.fromEntries(detailFields.map((field) => [field, typed.get(field)]));
  try {
    sessionStorage.setItem(storageName, JSON.stringify({ checkoutId, entries }));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/**
 * Keeps what is typed in this tab from the first letter on, through reloading, another language, and going back and
 * forward. The browser deletes it with the tab; the next checkout replaces it.
 */
export function useKeptEntries(
  checkoutId: string,
  form: RefObject<HTMLFormElement | null>,
  setValue: (field: DetailField, value: string) => void,
): void {
  useEffect(() => {
    const { current } = form;
    if (current === null) return undefined;
    for (const [field, text] of Object.entries(readKept(checkoutId))) {
      const known = detailFields.find((each) => each === field);
      if (known !== undefined) setValue(known, text);
    }
    const onInput = () => keep(checkoutId, current);
    current.addEventListener('input', onInput);
    return () => current.removeEventListener('input', onInput);
  }, [checkoutId, form, setValue]);
}
