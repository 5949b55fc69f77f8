import { useLocale, useMessages, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { paths } from '@/lib/locale/paths';
import type { StaffSearch as Found } from '@/lib/storefront/staff/lookup/search-orders';
import { foundView } from './found-view';
import { LiveSearch } from './live-search';
import { useShopZone } from '../ui/stamp';

const longestQuery = 254;

/**
 * A plain GET form, so that each result has a URL; with scripts it also finds while one types, and scans tickets. Its box
 * (`LiveSearchBox`) and its results (`LiveSearchResults`) are somewhere among the children.
 */
export function StaffSearch({ search, children }: { search: Found; children: ReactNode }) {
  const t = useTranslations('staff');
  const { scanner } = useMessages();
  const language = useLocale();
  const columns = ['reference', 'name', 'visit', 'state', 'net', 'why'] as const;
  return (
    <LiveSearch
      initial={foundView(search, { language, timeZone: useShopZone(), t })}
      action={paths.staff(language)}
      language={language}
      longest={longestQuery}
      scanner={scanner}
      texts={{
        label: t('search.label'),
        hint: t('search.hint'),
        button: t('search.button'),
        keysHint: t('search.keys'),
        problems: {
          signedOut: t('search.problems.signedOut'),
          notAllowed: t('search.problems.notAllowed'),
          failed: t('search.problems.failed'),
        },
        columns: columns.map((column) => ({ column, text: t(`table.${column}`) })),
      }}
    >
      {children}
    </LiveSearch>
  );
}
