import { useTranslations } from 'next-intl';
import { Notice } from '../../ui/notice';

/** What staff have done on the page of an order. `given_before`: nothing, because somebody else gave money back meanwhile. */
export const orderDone = ['given', 'given_before', 'corrected', 'unsent'] as const;
export type OrderDone = (typeof orderDone)[number];

const isDone: Readonly<Record<OrderDone, boolean>> = {
  given: true,
  given_before: false,
  corrected: true,
  unsent: false,
};

export function OrderDoneNotice({ done }: { readonly done: OrderDone }) {
  const t = useTranslations('staff.order.done');
  return (
    <div className="pb-8">
      <Notice tone={isDone[done] ? 'result' : 'problem'} title={t(`${done}.title`)}>
        <p>{t(`${done}.text`)}</p>
      </Notice>
    </div>
  );
}
