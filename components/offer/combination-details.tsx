import { useTranslations } from 'next-intl';
import { chosenVisits } from '@/lib/combination/choice';
import { judge } from '@/lib/combination/judge';
import type { PlannedOffer } from '@/lib/combination/plan';
import { legSentences, planTexts } from './plan-texts';

interface CombinationDetailsProps {
  readonly plan: PlannedOffer;
  /** The chosen session, by the form's field. */
  readonly valueOf: (field: string) => string | undefined;
}

/** Between which of the chosen sessions there is an overlap or little time. */
export function CombinationDetails({ plan, valueOf }: CombinationDetailsProps) {
  const texts = planTexts(useTranslations('shop.plan'));
  const visits = chosenVisits(plan, valueOf);
  const legs = judge(plan, visits)?.legs ?? [];
  return legs
    .filter(({ kind }) => kind !== 'fine')
    .map((leg) => <p key={`${leg.from} ${leg.to}`}>{legSentences(plan, visits, leg, texts).join(' ')}</p>);
}
