import { failureMessages } from '@/lib/locale/failure-messages';
import type { Language } from '@/lib/locale/languages';
import { FailurePage, type Failure } from './failure-page';

/** The texts come with it, because the server that would look them up has just failed. */
export default function TranslatedFailure({ language, ...failure }: Failure & { language: Language }) {
  return <FailurePage language={language} text={failureMessages[language]} {...failure} />;
}
