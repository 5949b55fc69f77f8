import { useLocale, useTranslations } from 'next-intl';
import { aroundName } from '@/lib/locale/around-name';
import { paths } from '@/lib/locale/paths';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import type { Visit } from '@/lib/shop/flows/visit/visits';
import { buttonClass } from '../ui/button';
import { Named } from '../ui/named';

const oneOfSeveral = 'inline-flex min-h-target items-center underline wrap-anywhere';

/** Calendar files: of the only visit, or of each visit and of all together. */
export function CalendarLinks({ checkoutId, visits }: { checkoutId: string; visits: readonly Visit[] }) {
  const t = useTranslations('checkout.calendar');
  const language = useLocale();
  if (visits.length === 0) return null;
  return (
    <section aria-labelledby="calendar" className="bg-paper-deep px-5 pb-5">
      <h2 id="calendar" className="sr-only">
        {t('title')}
      </h2>
      <a href={paths.calendar(checkoutId, language)} className={buttonClass('secondary', 'w-full')}>
        {visits.length === 1 ? t('add') : t('addAll', { count: visits.length })}
      </a>
      {visits.length === 1 ? null : (
        <ul className="pt-2 text-small">
          {visits.map((visit) => (
            <li key={visit.number}>
              <a href={paths.calendar(checkoutId, language, visit.number)} className={oneOfSeveral}>
                <span>
                  <Named
                    {...aroundName(visit.name, (name) =>
                      t('addOne', { name, moment: momentText(visit, language) }),
                    )}
                    lang={visit.line.lang}
                  />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function momentText({ line, ticket }: Visit, language: Parameters<typeof ticketMoment>[2]): string {
  const { day, time } = ticketMoment(line, ticket, language);
  return time === null ? day : `${day}, ${time}`;
}
