import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';

const known = ['close', 'capacity', 'price', 'hide', 'remove', 'import'] as const;

/** What was done a moment ago; nothing for any other value of the address. */
export function ChangeDone({ done }: { done: string | undefined }) {
  const t = useTranslations('catalogAdmin.done');
  const what = known.find((one) => one === done);
  return what === undefined ? null : <Notice tone="result" title={t(what)} />;
}
