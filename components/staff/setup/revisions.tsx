import { useTranslations } from 'next-intl';
import type { SetupCatalog } from '@/lib/storefront/staff/setup/setup-reads';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';

interface RevisionsProps {
  readonly catalog: SetupCatalog;
  /** Null: there is a draft, which would be lost. */
  readonly bringBack: ((form: FormData) => Promise<void>) | null;
}

const mostShown = 20;

/** What was published before, the newest first; each can be made the draft, and published again. */
export function Revisions({ catalog: { id, revisions }, bringBack }: RevisionsProps) {
  const t = useTranslations('setup.revisions');
  const stamp = useStamp();
  if (revisions.length === 0) return null;
  return (
    <Section id="revisions" title={t('title')}>
      <DataTable
        caption={t(bringBack === null ? 'draftFirst' : 'text')}
        columns={[t('number'), t('at'), t('who'), t('why'), ...(bringBack === null ? [] : [t('back')])]}
        long={[t('who'), t('why')]}
        rows={revisions.slice(0, mostShown).map((one, index) => ({
          key: one.id,
          cells: [
            one.number,
            stamp(new Date(one.at)),
            one.actor,
            one.reason,
            ...(bringBack === null
              ? []
              : [
                  index === 0 ? (
                    t('now')
                  ) : (
                    <form key="back" action={bringBack}>
                      <HiddenFields catalogId={id} id={one.id} number={String(one.number)} />
                      <SubmitButton variant="quiet">
                        {t('back')}
                        <span className="sr-only"> ({one.number})</span>
                      </SubmitButton>
                    </form>
                  ),
                ]),
          ],
        }))}
      />
    </Section>
  );
}
