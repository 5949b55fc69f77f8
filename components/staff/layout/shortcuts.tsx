'use client';

import { type ReactNode, useEffect } from 'react';
import { Button } from '../../ui/button';
import { searchBoxId } from './search-box';

const dialogId = 'staff-keys';
/** Single keys can be in the way of speech input (WCAG 2.1.4), so each browser keeps whether they are off. */
const offKey = 'staff-keys-off';

const dialogOf = () => document.querySelector<HTMLDialogElement>(`#${dialogId}`);

/** The list of keys shows each time how they are set; another tab may have changed it. */
function openList(): void {
  const dialog = dialogOf();
  const box = dialog?.querySelector<HTMLInputElement>('input');
  if (dialog === null || dialog.open || box === null || box === undefined) return;
  box.checked = localStorage.getItem(offKey) === null;
  dialog.showModal();
}

// A dialog that was closed keeps the focus for a moment when its button is not seen any more.
const typingPlaces = 'input, textarea, select, dialog[open], [contenteditable]';

/** What a key does that is pressed outside of fields; null: nothing. */
function actionOf(event: KeyboardEvent): (() => void) | null {
  const isPlain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isTyped = event.target instanceof Element && event.target.closest(typingPlaces) !== null;
  if (!isPlain || isTyped || localStorage.getItem(offKey) !== null) return null;
  if (event.key === '?') return openList;
  const box = document.getElementById(searchBoxId);
  if (event.key !== '/' || !(box instanceof HTMLInputElement)) return null;
  return () => {
    box.focus();
    box.select();
  };
}

interface ShortcutsProps {
  readonly title: string;
  readonly keys: readonly { readonly keys: string; readonly text: string }[];
  readonly texts: Readonly<Record<'on' | 'close', string>>;
}

/** The keys of the pages of the staff, and the dialog that lists them and turns them off. */
export function Shortcuts({ title, keys, texts }: ShortcutsProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event);
      if (action === null) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <dialog
      id={dialogId}
      aria-labelledby={`${dialogId}-title`}
      className="m-auto w-80 max-w-[calc(100vw-2rem)] border-2 border-ink bg-paper p-6 text-ink backdrop:bg-ink/50"
    >
      <h2 id={`${dialogId}-title`} className="pb-3 text-lead">
        {title}
      </h2>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
        {keys.map((one) => (
          <div key={one.keys} className="contents">
            <dt>
              <kbd className="border border-edge px-2 font-sans">{one.keys}</kbd>
            </dt>
            <dd>{one.text}</dd>
          </div>
        ))}
      </dl>
      <label className="flex min-h-target items-center gap-3 py-3">
        <input
          type="checkbox"
          defaultChecked
          className="h-5 w-5 flex-none accent-accent"
          onChange={({ target }) =>
            target.checked ? localStorage.removeItem(offKey) : localStorage.setItem(offKey, 'yes')
          }
        />
        {texts.on}
      </label>
      <form method="dialog">
        <Button type="submit" variant="secondary">
          {texts.close}
        </Button>
      </form>
    </dialog>
  );
}

/** Opens the list of keys without a key. */
export function ShortcutsButton({ children }: { children: ReactNode }) {
  return (
    <Button variant="quiet" className="needs-script -ml-2 text-small font-normal" onClick={openList}>
      {children}
    </Button>
  );
}
