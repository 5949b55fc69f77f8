import { choiceKey, chosenVisits } from '@/lib/combination/choice';
import { judge, type Judgement } from '@/lib/combination/judge';
import { nextFree } from '@/lib/combination/next-free';
import type { PlannedOffer } from '@/lib/combination/plan';
import { fillText } from '@/lib/locale/fill-text';
import { legSentences, type PlanTexts } from './plan-texts';
import { typedQuantity } from './typed-quantity';

/** What the form contains, by the names of its fields. */
export type Values = Readonly<Record<string, string>>;

/** An offer over several events, with what is needed to speak of a choice. */
export interface Planned {
  readonly plan: PlannedOffer;
  readonly texts: PlanTexts;
  readonly quantityFields: readonly string[];
}

/** What is to be said about the chosen sessions, in words. */
export interface Verdict {
  /** Null before two sessions are chosen. */
  readonly kind: Judgement['kind'] | null;
  readonly title: string;
  readonly lines: readonly string[];
  /** Names the sessions of a warning; empty if there is none. */
  readonly warned: string;
  /** A chosen session with too little room, and the sessions to take instead, by their fields; null if there are none. */
  readonly full: {
    readonly problem: string;
    readonly instead: string;
    readonly chosen: Values | null;
  } | null;
}

/** For how many people there has to be room. */
function peopleOf(quantityFields: readonly string[], values: Values): number {
  const counts = quantityFields.map((name) => typedQuantity(values[name] ?? ''));
  return Math.max(
    1,
    counts.reduce((sum, each) => sum + each, 0),
  );
}

export function verdictOf({ plan, texts, quantityFields }: Planned, values: Values): Verdict {
  const visits = chosenVisits(plan, (name) => values[name] || undefined);
  const judgement = judge(plan, visits);
  const kind = judgement?.kind ?? null;
  const isWarning = kind === 'overlap' || kind === 'tight';
  const legs = (judgement?.legs ?? []).filter((leg) => !isWarning || leg.kind !== 'fine');
  const next = nextFree(plan, visits, peopleOf(quantityFields, values));
  const stop = plan.stops[next?.stop ?? -1];
  return {
    kind,
    title: kind === null ? '' : texts[kind === 'fine' ? 'fits' : kind],
    lines: legs.map((leg) => legSentences(plan, visits, leg, texts).join(' ')),
    warned: isWarning ? choiceKey(visits) : '',
    full:
      next === null || stop === undefined
        ? null
        : {
            problem: fillText(texts.full, { name: stop.name, time: next.full.from }),
            instead:
              next.instead === null ? texts.noInstead : fillText(texts.instead, { time: next.instead.from }),
            chosen:
              next.instead === null
                ? null
                : Object.fromEntries(stop.fields.map((name) => [name, next.instead?.id ?? ''])),
          },
  };
}
