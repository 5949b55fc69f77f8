import { useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import { controlClass } from '../ui/field';

export function DateJump({ action, date }: { action: string; date: string | undefined }) {
  const t = useTranslations('shop.event');
  return (
    <form action={action} method="get" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor="jump-date" className="text-small font-bold max-sm:w-full">
        {t('jump')}
      </label>
      <input
        key={date}
        id="jump-date"
        name="date"
        type="date"
        required
        defaultValue={date}
        className={`${controlClass} !w-auto min-w-0 flex-1 sm:flex-none`}
      />
      <Button type="submit" variant="secondary">
        {t('go')}
      </Button>
    </form>
  );
}
