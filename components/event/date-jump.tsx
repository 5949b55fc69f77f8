import { useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import { controlClass } from '../ui/field';

interface DateJumpProps {
  action: string;
  date: string | undefined;
  /** The days between which there is something, YYYY-MM-DD, if they are known. */
  first?: string | undefined;
  last?: string | undefined;
  /** What was sent is no date. */
  isWrong: boolean;
}

export function DateJump({ action, date, first, last, isWrong }: DateJumpProps) {
  const t = useTranslations('shop.event');
  return (
    <form action={action} method="get" noValidate className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor="jump-date" className="text-small font-bold max-sm:w-full">
        {t('jump')}
      </label>
      <input
        key={date}
        id="jump-date"
        name="date"
        type="date"
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={isWrong ? 'jump-date-error' : undefined}
        defaultValue={date}
        min={first}
        max={last}
        className={`${controlClass} !w-auto min-w-0 flex-1 sm:flex-none`}
      />
      <Button type="submit" variant="secondary">
        {t('go')}
      </Button>
      {isWrong ? (
        <p id="jump-date-error" role="alert" className="w-full text-small font-bold text-bad">
          {t('wrongDate')}
        </p>
      ) : null}
    </form>
  );
}
