import { useLocale, useTranslations } from 'next-intl';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import type { UnitView } from '@/lib/storefront/common/cancellation/cancellation-units';
import { visitKey } from '@/lib/shop/rules/same-visit';
import { HiddenFields } from '../ui/hidden-fields';
import { Button } from '../ui/button';

interface WholeVisitsProps {
  readonly action: (form: FormData) => Promise<void>;
  readonly checkoutId: string;
  readonly units: readonly UnitView[];
}

/** Units of one seller and one time. */
function visitsOf(units: readonly UnitView[]): UnitView[][] {
  const visits = new Map<string, UnitView[]>();
  for (const unit of units) {
    if (unit.obstacle !== null) continue;
    const key = visitKey(unit.line);
    visits.set(key, [...(visits.get(key) ?? []), unit]);
  }
  return [...visits.values()].filter((visit) => visit.length > 1);
}

/** One button for all tickets of a time that can be exchanged. */
export function WholeVisits({ action, checkoutId, units }: WholeVisitsProps) {
  const t = useTranslations('rebooking');
  const language = useLocale();
  return visitsOf(units).map((visit) => {
    const [first] = visit;
    if (first === undefined) return null;
    const { line, key } = first;
    const [ticket] = line.tickets;
    const { day, time } = ticketMoment(line, ticket ?? { occursAt: null }, language);
    const name = ticket?.event?.name ?? line.productName;
    return (
      <form key={key} action={action}>
        <HiddenFields checkoutId={checkoutId} />
        {visit.map((unit) => (
          <input key={unit.key} type="hidden" name="unit" value={unit.key} />
        ))}
        <Button type="submit" variant="secondary">
          {t('all', {
            count: visit.length,
            visit: [name, day, time].filter((part) => part !== null && part !== '').join(', '),
          })}
        </Button>
      </form>
    );
  });
}
