import { type RefObject, useEffect, useEffectEvent } from 'react';
import { scannerKeys } from './scanner-keys';

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What takes letters itself: a person may be typing there. */
function textField(target: EventTarget | null): TextField | null {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  return isField && !target.matches('[type=checkbox], [type=radio]') ? target : null;
}

/**
 * A scanner types wherever the focus is: its keys go to the field for codes, also while a button has the focus, whose press its
 * Enter key would be. Another field keeps the keys of a person; if a scanner typed into it, its text is as before.
 */
export function useScannerKeys(
  input: RefObject<HTMLInputElement | null>,
  onCode: ((code: string) => void) | null,
): void {
  const report = useEffectEvent((code: string) => onCode?.(code));
  const isReady = useEffectEvent(() => onCode !== null);
  useEffect(() => {
    // With a finger the keyboard of the screen would cover the page.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus({ preventScroll: true });
    const keys = scannerKeys();
    let before = '';
    const onKey = (event: KeyboardEvent) => {
      const field = textField(event.target);
      if (event.key === 'Enter') {
        const code = keys.end(event.timeStamp);
        if (code === null || field === null || field === input.current || !isReady()) return;
        event.preventDefault();
        event.stopPropagation();
        field.value = before;
        report(code);
        return;
      }
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isText) return;
      if (keys.add(event.key, event.timeStamp)) before = field?.value ?? '';
      if (event.key !== ' ' && field === null) input.current?.focus();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [input]);
}
