import { useTranslations } from 'next-intl';
import type { LeftOfPayment } from '@/lib/storefront/common/cancellation/cancel-tickets';
import type { UnitsRead } from '@/lib/storefront/common/cancellation/cancellation-units';
import { Notice } from '../ui/notice';
import { ChooseUnits } from '../cancellation/choose-units';
import { WholeVisits } from './whole-visits';
import { GivenTickets, type GivenTicketsProps } from '../cancellation/given-tickets';
import { LeftToRefund } from '../cancellation/left-to-refund';

/** Why no exchange was begun. */
export const exchangeStartProblems = [
  'nothing',
  'oneSeller',
  'not_possible',
  'disputed',
  'given_back',
] as const;

interface ExchangeUnitsProps extends LeftOfPayment {
  readonly action: (form: FormData) => Promise<void>;
  readonly checkoutId: string;
  readonly view: GivenTicketsProps['view'];
  readonly read: UnitsRead;
  readonly problem: (typeof exchangeStartProblems)[number] | null;
  /** Staff exchange against the rule of a product, or by the rule only; left out: the customer does it. */
  readonly staff?: { readonly mayOverride: boolean };
}

/** Which tickets are exchanged, with what went wrong before. */
export function ExchangeUnits({
  action,
  checkoutId,
  view,
  read,
  left,
  isDisputed,
  problem,
  staff,
}: ExchangeUnitsProps) {
  const t = useTranslations('rebooking');
  const mayOverride = staff?.mayOverride ?? false;
  return (
    <div className="space-y-8 pb-12">
      {problem === null || problem === 'nothing' ? null : (
        <Notice tone="problem" title={problem === 'oneSeller' ? t('oneSeller') : t(`answers.${problem}`)} />
      )}
      <LeftToRefund of="rebooking" left={left} isDisputed={isDisputed} />
      {read.kind === 'units' && read.units.some(({ obstacle }) => obstacle === null) ? (
        <GivenTickets view={view} />
      ) : null}
      {read.kind === 'units' ? (
        <WholeVisits action={action} checkoutId={checkoutId} units={read.units} />
      ) : null}
      {read.kind === 'units' ? (
        <ChooseUnits
          of="rebooking"
          action={action}
          checkoutId={checkoutId}
          units={read.units}
          mayOverride={mayOverride}
          isByRuleOnly={staff !== undefined && !mayOverride}
          isEmpty={problem === 'nothing'}
        />
      ) : (
        <Notice title={t(`answers.${read.kind}`)} />
      )}
    </div>
  );
}
