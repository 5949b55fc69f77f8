import { useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import { controlClass } from '../ui/field';
import { WordsField } from './search-fields';

interface SearchBarProps {
  /** The address of the list. */
  readonly action: string;
  /** False: only the day. */
  readonly hasWords?: boolean;
}

/** One line that leads to a list of events, without scripts: words, and a day that has no link. */
export function SearchBar({ action, hasWords = true }: SearchBarProps) {
  const t = useTranslations('search');
  return (
    <form
      action={action}
      method="get"
      role="search"
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-3 ${hasWords ? 'sm:grid-cols-[minmax(0,1fr)_auto_auto]' : 'max-w-[22rem]'}`}
    >
      {hasWords ? (
        <div className="col-span-2 sm:col-span-1">
          <WordsField />
        </div>
      ) : null}
      <div>
        <label htmlFor="search-day" className="block pb-1 font-bold">
          {t('onDay')}
        </label>
        <input id="search-day" name="day" type="date" className={`${controlClass} max-[22rem]:!px-2`} />
      </div>
      <Button type="submit" className="max-[22rem]:!px-3">
        {t(hasWords ? 'submit' : 'show')}
      </Button>
    </form>
  );
}
