import { useTranslations } from 'next-intl';
import { Notice } from '../../ui/notice';
import { Done } from '../ui/done';

const dones = ['opened', 'moved', 'closed', 'counted'] as const;

/** What was done, as the address says. */
export function ShiftAnswer({ done }: { readonly done: string | undefined }) {
  const t = useTranslations('shift.done');
  const what = dones.find((one) => one === done);
  if (what === undefined) return null;
  return (
    <Done>
      <div className="pb-6 print:hidden">
        <Notice tone={what === 'counted' ? 'problem' : 'result'} title={t(what)} />
      </div>
    </Done>
  );
}
