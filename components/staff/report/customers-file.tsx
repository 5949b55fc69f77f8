import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { HiddenFields } from '../../ui/hidden-fields';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';

export interface FreshSignIn {
  /** The person has typed their password within the last minutes. */
  readonly isFresh: boolean;
  /** Asks for the password, and comes back to the page `back`. */
  readonly signInAgain: (form: FormData) => Promise<void>;
  readonly back: string;
}

interface CustomersFileProps extends FreshSignIn {
  /** Why there was no file. */
  readonly problem: string | undefined;
  /** The form for the file. */
  readonly children: ReactNode;
}

/** A form for a file with names and addresses: who has not just signed in types the password first. */
export function CustomersFile({ isFresh, signInAgain, back, problem, children }: CustomersFileProps) {
  const t = useTranslations('lists.file');
  const exported = useTranslations('reports.exports');
  return (
    <div className="space-y-3">
      {problem === 'busy' ? <Notice tone="problem" title={exported('busy')} /> : null}
      {problem === 'unavailable' ? <Notice tone="problem" title={t('unavailable')} /> : null}
      {isFresh ? (
        children
      ) : (
        <form action={signInAgain} className="space-y-3">
          <HiddenFields back={back} />
          <p className="max-w-text">{t('signIn')}</p>
          <SubmitButton variant="secondary">{t('signInButton')}</SubmitButton>
        </form>
      )}
    </div>
  );
}
