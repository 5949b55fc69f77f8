import { useTranslations } from 'next-intl';
import { reasonName } from './order-view';

/** A sentence for each reason: what was so, and what is to be done. */
export function Reasons({ reasons }: { reasons: readonly string[] }) {
  const t = useTranslations('staff.reasons');
  return (
    <>
      {reasons.map((reason) => (
        <p key={reason}>{t(reasonName(reason))}</p>
      ))}
    </>
  );
}
