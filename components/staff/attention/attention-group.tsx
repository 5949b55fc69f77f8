import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { Link } from '../../ui/link';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import { AttentionEntry } from './attention-entry';
import { acknowledgements, isMixed, type AttentionPartView } from './attention-view';
import { ReplacedField } from '../order/replaced-field';
import { PageLinks } from '../ui/page-links';
import { useReasonText } from '../ui/staff-texts';

interface Props {
  part: AttentionPartView;
  /** Null: this person may only look. */
  acknowledge: ((form: FormData) => Promise<void>) | null;
  isAlone: boolean;
}

function Entries({ part, acknowledge, isAlone }: Props) {
  const t = useTranslations('staff.attention');
  const { group, entries } = part;
  const says = acknowledge === null ? null : acknowledgements[group];
  const list = (
    <ol>
      {entries.map((one) => (
        <AttentionEntry key={one.task.id} one={one} canTick={says !== null} saysReason={isMixed(group)} />
      ))}
    </ol>
  );
  if (says === null || acknowledge === null) return list;
  return (
    <form action={acknowledge}>
      {isAlone ? <HiddenFields group={group} page={String(part.page)} /> : null}
      {list}
      <p className="pb-2 text-small text-ink-soft">{t(`hints.${says}`)}</p>
      {says === 'replaced' ? (
        <div className="max-w-xs pb-3">
          <ReplacedField id="replaced" />
        </div>
      ) : null}
      <SubmitButton variant="secondary">{t(`buttons.${says}`)}</SubmitButton>
    </form>
  );
}

function Pages({ part, isAlone }: Pick<Props, 'part' | 'isAlone'>) {
  const t = useTranslations('staff.attention');
  const staffPage = paths.staff(useLocale());
  const { group, count, page, pages } = part;
  const name = t(`groups.${group}`);
  const hrefOf = (number: number) =>
    `${staffPage}?${new URLSearchParams({ group, page: String(number) }).toString()}#attention`;
  if (!isAlone) {
    return part.entries.length === count ? null : (
      <Link href={hrefOf(1)} className="tabular inline-flex min-h-target items-center underline">
        {t('all', { name, count })}
      </Link>
    );
  }
  return <PageLinks of={name} page={page} pages={pages} hrefOf={hrefOf} />;
}

export function AttentionGroup({ part, acknowledge, isAlone }: Props) {
  const t = useTranslations('staff');
  const reasonText = useReasonText();
  const { group, count, entries } = part;
  const id = `attention-${group}`;
  const [first] = entries;
  return (
    <section aria-labelledby={id} className="pt-6">
      <h3 id={id} className="pb-2 text-base font-bold">
        {t('attention.groupTitle', { name: t(`attention.groups.${group}`), count })}
      </h3>
      {first === undefined ? (
        <p>{t('attention.empty')}</p>
      ) : (
        <>
          {isMixed(group) ? null : (
            <p className="max-w-text pb-3">
              {group === 'at_bank' ? t('attention.atBank') : reasonText(first.task.reason)}
            </p>
          )}
          <Entries part={part} acknowledge={acknowledge} isAlone={isAlone} />
          <Pages part={part} isAlone={isAlone} />
        </>
      )}
    </section>
  );
}
