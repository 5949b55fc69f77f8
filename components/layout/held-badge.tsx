'use client';

import { usePathname } from 'next/navigation';
import { createContext, type ReactNode, useActionState, useContext, useEffect, useState } from 'react';
import type { Held } from '@/lib/storefront/shop/basket/held';
import { Button } from '../ui/button';
import { FocusWhenShown } from '../ui/focus-when-shown';
import { HoldLink } from './hold-link';

/** A browser that has held something has this cookie. */
const hasBasket = () => /(^|;\s*)basket=(1|own)(;|$)/.test(document.cookie);

/** From then on this visitor gets the pages that are the same for all, until something is held again. */
function forgetBasket(): void {
  document.cookie = 'basket=; path=/; max-age=0; samesite=lax';
}

function isHeld(value: unknown): value is Held {
  return typeof value === 'object' && value !== null && 'line' in value && 'bars' in value;
}

async function fetchHeld(href: string, signal: AbortSignal): Promise<Held | null> {
  const response = await fetch(href, { signal });
  if (!response.ok) throw new Error(`what is held could not be read: ${response.status}`);
  const body: unknown = await response.json();
  return isHeld(body) ? body : null;
}

const HeldContext = createContext<Held | null>(null);

interface HeldProviderProps {
  readonly held: Held | null | undefined;
  readonly href: string;
  readonly children: ReactNode;
}

/**
 * What this visitor holds. A page that is the same for every visitor does not know it (`held` is undefined), so the
 * browser asks.
 */
export function HeldProvider({ held, href, children }: HeldProviderProps) {
  const [found, setFound] = useState<Held | null>(null);
  useEffect(() => {
    if (held === null) forgetBasket();
    if (held !== undefined || !hasBasket()) return undefined;
    const request = new AbortController();
    fetchHeld(href, request.signal)
      .then((now) => {
        setFound(now);
        if (now === null) forgetBasket();
      })
      // Without an answer the page stays as it is for a visitor who holds nothing.
      .catch(() => setFound(null));
    return () => request.abort();
  }, [held, href]);
  return <HeldContext value={held === undefined ? found : held}>{children}</HeldContext>;
}

export function HeldBadge() {
  const line = useContext(HeldContext)?.line ?? null;
  return line === null ? null : <HoldLink key={`${line.href} ${line.secondsLeft}`} {...line} />;
}

type BarKind = Held['bars'][number]['kind'];

/** What was given up; null: nothing was. */
interface Kept {
  readonly attempt: number;
  readonly kept: BarKind | null;
}

export interface ReplacingBarsProps {
  readonly label: string;
  readonly keep: (state: Kept, form: FormData) => Promise<Kept>;
  /** What is said when it was given up. */
  readonly kept: Readonly<Record<BarKind, string>>;
}

/** What was said on one page is not said again on the next. */
export function ReplacingBars(props: ReplacingBarsProps) {
  return <Bars key={usePathname()} {...props} />;
}

const barClass = 'border-b-2 border-ink bg-paper-deep';
const rowClass =
  'mx-auto flex max-w-content flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2 text-small sm:px-8';

/** What the next hold replaces, with a button that gives it up. */
function Bars({ label, keep, kept }: ReplacingBarsProps) {
  const [state, action] = useActionState(keep, { attempt: 0, kept: null });
  const bars = useContext(HeldContext)?.bars ?? [];
  const isOver = state.kept !== null && bars.every(({ kind }) => kind !== state.kept);
  if (bars.length === 0 && !isOver) return null;
  return (
    <aside aria-label={label} className="print:hidden">
      {isOver ? (
        <div key={state.attempt} role="status" tabIndex={-1} className={barClass}>
          <p className={rowClass}>{kept[state.kept]}</p>
          <FocusWhenShown />
        </div>
      ) : null}
      {bars.map(({ kind, text, button }) => (
        <form key={kind} action={action} className={barClass}>
          <div className={rowClass}>
            <p className="min-w-0 flex-1 basis-56 wrap-anywhere">{text}</p>
            <Button type="submit" name="kind" value={kind} variant="secondary">
              {button}
            </Button>
          </div>
        </form>
      ))}
    </aside>
  );
}
