import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { Button } from '../ui/button';
import { Field } from '../ui/field';

/** A plain GET form, so that the result has a URL. */
export function SearchForm({ query }: { query: string }) {
  const t = useTranslations('staff.search');
  const language = useLocale();
  return (
    <search>
      <form action={paths.staff(language)} className="flex max-w-text flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-64">
          <Field
            name="q"
            type="search"
            label={t('label')}
            hint={t('hint')}
            defaultValue={query}
            autoComplete="off"
            spellCheck={false}
            maxLength={254}
            required
          />
        </div>
        <Button type="submit">{t('button')}</Button>
      </form>
    </search>
  );
}
