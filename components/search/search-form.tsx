'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useRef, useTransition } from 'react';
import { typedText } from '@/lib/contract/typed-text';

interface SearchFormProps {
  readonly action: string;
  /** The criteria of the page, by the names of the fields. */
  readonly values: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

// Long enough that most words are typed without a request for each letter.
const pauseMilliseconds = 250;

/** A form that is sent to `action` without JavaScript; with it, the page follows while the customer types and chooses. */
export function SearchForm({ action, values, children }: SearchFormProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>(undefined);

  const search = () => {
    if (form.current === null) return;
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) {
      if (typeof value === 'string' && typedText(value) !== '') query.set(name, value);
    }
    const address = query.size === 0 ? action : `${action}?${query.toString()}`;
    startTransition(() => router.replace(address, { scroll: false }));
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // A link may have changed the criteria, also to another page of the browser's history.
  useEffect(() => {
    for (const field of form.current?.elements ?? []) {
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (isField && field.name !== '' && field !== document.activeElement)
        field.value = values[field.name] ?? '';
    }
  }, [values]);

  return (
    <form
      ref={form}
      action={action}
      method="get"
      role="search"
      noValidate
      aria-busy={isPending}
      onInput={({ target }) => {
        window.clearTimeout(timer.current);
        if (form.current !== null && target instanceof HTMLElement) clearOtherDays(form.current, target);
        // A date is incomplete while it is typed.
        const pause = target instanceof HTMLSelectElement ? 0 : pauseMilliseconds;
        timer.current = window.setTimeout(search, pause);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        window.clearTimeout(timer.current);
        search();
      }}
    >
      {children}
    </form>
  );
}

/** A named day and dates exclude each other. */
function clearOtherDays(form: HTMLFormElement, changed: HTMLElement): void {
  const name = changed.getAttribute('name') ?? '';
  const others = name === 'day' ? ['from', 'until'] : name === 'from' || name === 'until' ? ['day'] : [];
  for (const other of others) {
    const field = form.elements.namedItem(other);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = '';
  }
}
