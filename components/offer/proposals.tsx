import { useLocale, useTranslations } from 'next-intl';
import type { Leg } from '@/lib/combination/judge';
import type { PlannedOffer, PlannedVisit } from '@/lib/combination/plan';
import type { Proposals as Found } from '@/lib/combination/proposals';
import { formatAmount } from '@/lib/money/money';
import { ProposalLinks } from './combination';
import { planTexts, wayText, type PlanTexts } from './plan-texts';

interface ProposalsProps extends Found<PlannedVisit> {
  readonly plan: PlannedOffer;
  /** Of one ticket; undefined where there are several types with their own prices. */
  readonly amountEach: string | undefined;
  /** The language of the names, if it is not the page's. */
  readonly lang: string | undefined;
}

function Times({ visit, name, lang }: { visit: PlannedVisit; name: string; lang: string | undefined }) {
  return (
    <span className="block">
      <strong className="tabular">
        {visit.from}
        {visit.until === null ? '' : `–${visit.until}`}
      </strong>{' '}
      <span lang={lang}>{name}</span>
    </span>
  );
}

interface StopsProps {
  readonly plan: PlannedOffer;
  readonly visits: readonly PlannedVisit[];
  readonly legs: readonly Leg[];
  readonly texts: PlanTexts;
  readonly lang: string | undefined;
}

/** The sessions in the order of visiting, with the ways in between. */
function Stops({ plan, visits, legs, texts, lang }: StopsProps) {
  const [first] = legs;
  const order = first === undefined ? [] : [first.from, ...legs.map(({ to }) => to)];
  return order.map((stop, index) => {
    const [visit, way] = [visits[stop], legs[index - 1]];
    if (visit === undefined) return null;
    return (
      <span key={stop} className="block">
        {way === undefined ? null : (
          <span className="block border-l-2 border-rule py-1 pl-3 text-small text-ink-soft">
            {wayText(plan, way, texts)}
          </span>
        )}
        <Times visit={visit} name={plan.stops[stop]?.name ?? ''} lang={lang} />
      </span>
    );
  });
}

/** Combinations to choose with one click, above the choice of each session. */
export function Proposals({ plan, proposals, isComplete, amountEach, lang }: ProposalsProps) {
  const t = useTranslations('shop.plan');
  const language = useLocale();
  const texts = planTexts(t);
  if (proposals.length === 0) {
    return (
      <div>
        <h3 className="text-[1.3125rem] leading-7">{t('none')}</h3>
        <p className="pt-1">{t(isComplete ? 'noneText' : 'tooManyText')}</p>
      </div>
    );
  }
  const shown = proposals.map(({ visits, judgement, free }) => ({
    free,
    chosen: Object.fromEntries(
      plan.stops.flatMap(({ fields }, index) =>
        fields.map((field) => [field, visits[index]?.id ?? ''] as const),
      ),
    ),
    content: (
      <>
        <span aria-hidden="true" className="float-right hidden font-bold group-aria-[current=true]:block">
          ✓
        </span>
        <Stops plan={plan} visits={visits} legs={judgement.legs} texts={texts} lang={lang} />
      </>
    ),
  }));
  return (
    <div>
      <h3 className="text-[1.3125rem] leading-7">{t('title')}</h3>
      <p className="pt-1 pb-3 text-small text-ink-soft">
        {t('text')}{' '}
        {amountEach === undefined ? null : t('each', { price: formatAmount(amountEach, language) })}
      </p>
      <ProposalLinks proposals={shown} again={t('again')} />
    </div>
  );
}
