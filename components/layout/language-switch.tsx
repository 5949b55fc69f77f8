'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { languages, type Language } from '@/lib/locale/languages';

// Each language in its own words.
const names: Record<Language, string> = { en: 'English', fr: 'Français' };

/** The page that is shown, in the other languages. Reads the address in the browser, because layouts stay put. */
export function LanguageSwitch({ current, label }: { current: Language; label: string }) {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const rest = pathname.split('/').slice(2).join('/');
  return (
    <nav aria-label={label}>
      <ul className="flex">
        {languages
          .filter((language) => language !== current)
          .map((language) => (
            <li key={language}>
              {/* A whole new page: every word of it changes, and the language of the document. */}
              <a
                href={`/${language}${rest === '' ? '' : `/${rest}`}${search === '' ? '' : `?${search}`}`}
                lang={language}
                hrefLang={language}
                className="inline-flex min-h-target items-center px-2 text-small font-semibold"
              >
                {names[language]}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
