'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { languages, type Language } from '@/lib/locale/languages';
import { MenuDetails } from '../ui/menu-details';

// The name of each language in that language.
const names: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
};

interface LanguageSwitchProps {
  readonly current: Language;
  readonly label: string;
}

/** The URL is read in the browser, because layouts are not rendered again. */
export function LanguageSwitch(props: LanguageSwitchProps) {
  return <LanguageMenu {...props} query={useSearchParams().toString()} />;
}

/** Links to this page in the other languages; `query` is that of the page, or empty. */
export function LanguageMenu({ current, label, query }: LanguageSwitchProps & { query: string }) {
  const pathname = usePathname();
  const rest = pathname.split('/').slice(2).join('/');
  return (
    <nav aria-label={label}>
      <MenuDetails>
        <summary className="flex min-h-target min-w-target cursor-pointer list-none items-center justify-center gap-1 px-2 text-small font-semibold [&::-webkit-details-marker]:hidden">
          <span className="uppercase sm:hidden">{current}</span>
          <span className="max-sm:hidden">{names[current]}</span>
          <span className="sr-only">, {label}</span>
          <span aria-hidden="true">▾</span>
        </summary>
        <ul className="absolute top-full right-0 z-30 min-w-40 border-2 border-ink bg-paper">
          {languages
            .filter((language) => language !== current)
            .map((language) => (
              <li key={language}>
                {/* A full page load, because every text changes, and the language of the document, too. */}
                <a
                  href={`/${language}${rest === '' ? '' : `/${rest}`}${query === '' ? '' : `?${query}`}`}
                  lang={language}
                  hrefLang={language}
                  className="flex min-h-target items-center px-4 text-small font-semibold hover:bg-accent-soft"
                >
                  {names[language]}
                </a>
              </li>
            ))}
        </ul>
      </MenuDetails>
    </nav>
  );
}
