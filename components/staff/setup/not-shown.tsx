import { useLocale, useTranslations } from 'next-intl';
import { languages } from '@/lib/locale/languages';
import type { Draft } from '@/lib/setup/draft';
import type { NamedLanguage } from '@/lib/setup/spoken';
import { nameIn } from './name-in';

const mostNames = 5;

/** Writes of a language in which a catalogue is not shown how many names it lacks, and the first of them. */
export function useNotShown(draft: Draft) {
  const t = useTranslations();
  const reader = useLocale();
  return (text: 'notShown' | 'lost', { language, unnamed }: NamedLanguage): string => {
    const known = languages.find((one) => one === language);
    return t(`setup.translations.${text}`, {
      language: known === undefined ? language : t(`checkout.order.languages.${known}`),
      count: unnamed.length,
      names: unnamed
        .slice(0, mostNames)
        .map(({ name, thing }) => nameIn(draft, name, reader) || thing)
        .join(', '),
    });
  };
}
