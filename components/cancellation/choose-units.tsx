import { useTranslations } from 'next-intl';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import { isUsedCard } from '@/lib/shop/rules/used-card';
import type { UnitView } from '@/lib/storefront/common/cancellation/cancellation-units';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { UnitBox } from './units';

interface ChooseUnitsProps {
  readonly of?: 'cancellation' | 'rebooking';
  /** A path for a GET form, or an action. */
  readonly action: string | ((form: FormData) => Promise<void>);
  readonly checkoutId?: string;
  readonly units: readonly UnitView[];
  /** What of the payment is left for all units together, if that is less than all of them need. */
  readonly left?: string | null;
  /** Tickets may be cancelled against the rule of their product. */
  readonly mayOverride: boolean;
  /** For staff who may decide by the rule only: someone else may do more. */
  readonly isByRuleOnly?: boolean;
  /** Nothing was ticked. */
  readonly isEmpty: boolean;
}

/**
 * What an admin can cancel or exchange against the rule; a used ticket can only be cancelled, and so can one whose price is
 * with the customer or the bank. A gift card of which something is used can't.
 */
function canOverride(of: 'cancellation' | 'rebooking', unit: UnitView): boolean {
  const { obstacle } = unit;
  if (obstacle === null || obstacle === 'CANCELLED' || isUsedCard(unit)) return false;
  return of === 'cancellation' || obstacle === 'NO_RULE' || obstacle === 'DEADLINE_PASSED';
}

/** The first step: which tickets. For cancelling a GET form, so that the back button leads to it. */
export function ChooseUnits({
  of = 'cancellation',
  action,
  checkoutId,
  units,
  left = null,
  mayOverride,
  isByRuleOnly = false,
  isEmpty,
}: ChooseUnitsProps) {
  const t = useTranslations();
  const isOpen = (unit: UnitView) => unit.obstacle === null || (mayOverride && canOverride(of, unit));
  const kind = bookingKind(units.map(({ line }) => line));
  const canChoose = units.some(isOpen);
  return (
    <form action={action} className="max-w-text space-y-4">
      {isEmpty ? <Notice tone="problem" title={t(`${of}.answers.nothing`)} /> : null}
      <fieldset>
        <legend className="pb-2 text-heading font-bold">{t(`${of}.which`, { of: kind })}</legend>
        <ul>
          {units.map((unit) => (
            <UnitBox
              key={unit.key}
              of={of}
              unit={unit}
              left={left}
              isOpen={isOpen(unit)}
              isByRule={!mayOverride}
            />
          ))}
        </ul>
      </fieldset>
      {canChoose ? (
        <>
          {checkoutId === undefined ? (
            <input type="hidden" name="step" value="confirm" />
          ) : (
            <input type="hidden" name="checkoutId" value={checkoutId} />
          )}
          <Button type="submit">{t(`${of}.continue`)}</Button>
        </>
      ) : (
        <p className="font-bold">
          {t(`${of}.${isByRuleOnly && units.some((unit) => canOverride(of, unit)) ? 'noneForYou' : 'none'}`, {
            of: kind,
          })}
        </p>
      )}
    </form>
  );
}
