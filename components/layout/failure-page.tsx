'use client';

import type { FailureText } from '@/lib/locale/failure-messages';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { Button, buttonClass } from '../ui/button';

export interface Failure {
  error: Error & { digest?: string };
  retry: () => void;
}

interface FailurePageProps extends Failure {
  readonly language: Language;
  readonly text: FailureText;
}

export function FailurePage({ language, text, error, retry }: FailurePageProps) {
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-content px-4 py-16 outline-none sm:px-8">
      {/* Where the page that failed would have brought its own. */}
      <title>{text.title}</title>
      <h1 className="max-w-[16ch] text-title">{text.title}</h1>
      <p className="max-w-text py-6 font-serif text-lead">{text.text}</p>
      <div className="flex flex-wrap gap-4">
        <Button onClick={retry}>{text.retry}</Button>
        <a href={paths.home(language)} className={buttonClass('secondary')}>
          {text.home}
        </a>
      </div>
      {error.digest === undefined ? null : (
        <p className="pt-8 text-small text-ink-soft">
          {text.code} <code>{error.digest}</code>
        </p>
      )}
    </main>
  );
}
