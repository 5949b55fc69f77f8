import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { Link } from '../ui/link';
import { SubmitButton } from '../ui/submit-button';
import { AttentionEntry } from './attention-entry';
import { acknowledgement, groupAddress, isMixed, type AttentionPartView } from './attention-view';
import { reasonName } from './order-view';

export type Action = (form: FormData) => Promise<void>;

const linkStyle = 'tabular inline-flex min-h-target items-center underline';

function Entries({ part, acknowledge, isAlone }: Props) {
  const t = useTranslations('staff.attention');
  const { group, entries } = part;
  const says = acknowledgement(group);
  const list = (
    <ol>
      {entries.map((one) => (
        <AttentionEntry
          key={one.incident?.id ?? one.id}
          one={one}
          canTick={says !== null}
          saysReason={isMixed(group)}
        />
      ))}
    </ol>
  );
  if (says === null) return list;
  return (
    <form action={acknowledge}>
      {isAlone ? (
        <>
          <input type="hidden" name="group" value={group} />
          <input type="hidden" name="page" value={part.page} />
        </>
      ) : null}
      {list}
      <p className="pb-2 text-small text-ink-soft">{t(`hints.${says}`)}</p>
      <SubmitButton variant="secondary">{t(`buttons.${says}`)}</SubmitButton>
    </form>
  );
}

/** Links to the pages of a group; beside other groups, to the page with all of it. */
function Pages({ part, isAlone }: Pick<Props, 'part' | 'isAlone'>) {
  const t = useTranslations('staff.attention');
  const staffPage = paths.staff(useLocale());
  const { group, count, page, pages } = part;
  const name = t(`groups.${group}`);
  if (!isAlone) {
    return part.entries.length === count ? null : (
      <Link href={groupAddress(staffPage, group, 1)} className={linkStyle}>
        {t('all', { name, count })}
      </Link>
    );
  }
  if (pages === 1) return null;
  return (
    <nav aria-label={t('pages', { name })} className="flex flex-wrap items-center gap-x-6 pt-3">
      {page > 1 ? (
        <Link href={groupAddress(staffPage, group, page - 1)} rel="prev" className={linkStyle}>
          {t('previous')}
        </Link>
      ) : null}
      <span className="tabular">{t('page', { page, pages })}</span>
      {page < pages ? (
        <Link href={groupAddress(staffPage, group, page + 1)} rel="next" className={linkStyle}>
          {t('next')}
        </Link>
      ) : null}
    </nav>
  );
}

interface Props {
  part: AttentionPartView;
  acknowledge: Action;
  /** It is the only group on the page. */
  isAlone: boolean;
}

/** What waits for staff and can be dealt with in one way: how many, what is to be done, and the entries. */
export function AttentionGroup({ part, acknowledge, isAlone }: Props) {
  const t = useTranslations('staff');
  const { group, count, entries } = part;
  const id = `attention-${group}`;
  const [first] = entries;
  return (
    <section aria-labelledby={id} className="pt-6">
      <h3 id={id} className="pb-2 text-lead font-bold">
        {t('attention.groupTitle', { name: t(`attention.groups.${group}`), count })}
      </h3>
      {first === undefined ? (
        <p>{t('attention.empty')}</p>
      ) : (
        <>
          {isMixed(group) ? null : (
            <p className="max-w-text pb-3">
              {group === 'at_bank' ? t('attention.atBank') : t(`reasons.${reasonName(first.waitsFor)}`)}
            </p>
          )}
          <Entries part={part} acknowledge={acknowledge} isAlone={isAlone} />
          <Pages part={part} isAlone={isAlone} />
        </>
      )}
    </section>
  );
}
