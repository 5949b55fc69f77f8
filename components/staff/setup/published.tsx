import { useTranslations } from 'next-intl';
import type { SetupCatalog } from '@/lib/storefront/staff/setup/setup-reads';
import { useStamp } from '../ui/stamp';
import { stateOf } from './catalog-lists';

/** What of the catalogue customers see, and who wrote the rest. */
export function Published({ catalog: { published, draft } }: { catalog: SetupCatalog }) {
  const t = useTranslations('setup');
  const stamp = useStamp();
  return (
    <div className="max-w-text">
      <p className="font-bold">{t(`states.${stateOf(published, draft)}`)}</p>
      {draft === null ? null : (
        <p className="text-small text-ink-soft">
          {t('lastWritten', {
            at: stamp(new Date(draft.changedAt)),
            actor: draft.actor,
            reason: draft.reason,
          })}
        </p>
      )}
    </div>
  );
}
