import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { changeOfKey } from '@/lib/shop/values/event-change-values';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { useReasonText } from '../ui/staff-texts';
import type { StaffOrderView } from './order-view';

interface ChangedOrderProps {
  readonly view: Pick<StaffOrderView, 'checkout' | 'tasks'>;
  /** Null: this person may only look. */
  readonly acknowledge: ((form: FormData) => Promise<void>) | null;
}

/** A session of the purchase was cancelled or moved, and the shop could not do what staff had asked for. */
export function ChangedOrder({ view: { checkout, tasks }, acknowledge }: ChangedOrderProps) {
  const t = useTranslations('eventChange');
  const button = useTranslations('staff.incidents')('button');
  const reasonText = useReasonText();
  const language = useLocale();
  return tasks
    .filter(({ kind }) => kind === 'changed_order')
    .map(({ key, reason }) => (
      <div key={key} className="pb-8">
        <Notice title={t('task.title')}>
          <p>{reasonText(reason)}</p>
          <p>{t('task.toDo')}</p>
          <p>
            <TextLink href={paths.staffEventChange(language, changeOfKey(key))}>{t('title')}</TextLink>
          </p>
          {acknowledge === null ? null : (
            <form action={acknowledge}>
              <HiddenFields checkoutId={checkout.id} reason={reason} taskKey={key} />
              <SubmitButton variant="secondary">{button}</SubmitButton>
            </form>
          )}
        </Notice>
      </div>
    ));
}
