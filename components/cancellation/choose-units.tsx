import { useTranslations } from 'next-intl';
import type { UnitView } from '@/lib/storefront/cancellation-units';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { UnitBox } from './units';

interface ChooseUnitsProps {
  readonly path: string;
  readonly units: readonly UnitView[];
  /** Tickets may be cancelled against the rule of their product. */
  readonly mayOverride: boolean;
  /** Nothing was ticked. */
  readonly isEmpty: boolean;
}

/** The first step: which tickets. A GET form, so that it works without scripts and the back button leads to it. */
export function ChooseUnits({ path, units, mayOverride, isEmpty }: ChooseUnitsProps) {
  const t = useTranslations('cancellation');
  const isOpen = ({ obstacle }: UnitView) => obstacle === null || (mayOverride && obstacle !== 'CANCELLED');
  const canChoose = units.some(isOpen);
  return (
    <form action={path} className="max-w-text space-y-4">
      {isEmpty ? <Notice tone="problem" title={t('answers.nothing')} /> : null}
      <fieldset>
        <legend className="pb-2 text-heading font-bold">{t('which')}</legend>
        <ul>
          {units.map((unit) => (
            <UnitBox key={unit.key} unit={unit} isOpen={isOpen(unit)} />
          ))}
        </ul>
      </fieldset>
      {canChoose ? (
        <>
          <input type="hidden" name="step" value="confirm" />
          <Button type="submit">{t('continue')}</Button>
        </>
      ) : (
        <p className="font-bold">{t('none')}</p>
      )}
    </form>
  );
}
