import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { Button } from '../../ui/button';
import { searchBoxClass, searchBoxId } from './search-box';

const longestQuery = 254;

/** Leads from every page of the staff to what is found. */
export function SearchForm() {
  const t = useTranslations('staff.search');
  return (
    <search>
      <form action={paths.staff(useLocale())} className="flex gap-2">
        <label htmlFor={searchBoxId} className="sr-only">
          {t('label')}
        </label>
        <input
          id={searchBoxId}
          name="q"
          type="search"
          placeholder={t('label')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={longestQuery}
          aria-keyshortcuts="/"
          required
          className={searchBoxClass}
        />
        <Button type="submit" variant="secondary">
          {t('button')}
        </Button>
      </form>
    </search>
  );
}
