'use client';

import { Link } from '../ui/link';
import type { SessionChoice } from './session-choice';

interface WaitLinkProps extends Pick<SessionChoice, 'time' | 'name' | 'lang'> {
  readonly href: string;
  /** "Join the waiting list" */
  readonly words: string;
  /** It leads to the shown page. */
  readonly isCurrent?: boolean;
  /** False: the page keeps its scroll position. */
  readonly scroll?: boolean;
}

/**
 * The way to the waiting list of a session, over the whole of its tile. It does not contain the time, because what contains it
 * is a link to tickets.
 */
export function WaitLink({ href, words, time, name, lang, isCurrent = false, scroll = true }: WaitLinkProps) {
  return (
    <Link
      href={href}
      scroll={scroll}
      aria-current={isCurrent ? 'true' : undefined}
      className="flex min-h-target items-center text-small font-semibold text-ink underline after:absolute after:inset-0"
    >
      <span>
        {words}{' '}
        <span className="sr-only">
          {time} <span lang={lang}>{name}</span>
        </span>
      </span>
    </Link>
  );
}
