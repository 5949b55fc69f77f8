import type { ReactNode } from 'react';
import { FocusWhenShown } from './focus-when-shown';

export type NoticeTone = 'plain' | 'problem';

const tones: Record<NoticeTone, string> = {
  plain: 'border-ink bg-paper-deep',
  problem: 'border-bad bg-bad-soft',
};

/**
 * Something that the visitor has to know before going on. A problem is announced, and takes the focus when it
 * appears so that nobody has to search for it.
 */
export function Notice({
  tone = 'plain',
  title,
  children,
  id,
}: {
  tone?: NoticeTone;
  title: ReactNode;
  children?: ReactNode;
  id?: string;
}) {
  const isProblem = tone === 'problem';
  return (
    <div
      {...(id === undefined ? {} : { id })}
      role={isProblem ? 'alert' : undefined}
      tabIndex={isProblem ? -1 : undefined}
      className={`rounded border-l-8 px-5 py-4 ${tones[tone]}`}
    >
      <h2 className={`text-base font-bold ${isProblem ? 'text-bad' : ''}`}>{title}</h2>
      {children === undefined ? null : <div className="max-w-text space-y-2 pt-1">{children}</div>}
      {isProblem ? <FocusWhenShown /> : null}
    </div>
  );
}
