import type { Leg } from '@/lib/combination/judge';
import type { PlannedOffer, PlannedVisit } from '@/lib/combination/plan';
import { fillText } from '@/lib/locale/fill-text';
import { minutesText } from '@/lib/locale/minutes';

type Key =
  | 'fits'
  | 'overlap'
  | 'tight'
  | 'between'
  | 'stay'
  | 'foot'
  | 'ride'
  | 'same'
  | 'unknown'
  | 'takes'
  | 'ends'
  | 'from'
  | 'fromUnknown'
  | 'begins'
  | 'until'
  | 'full'
  | 'instead'
  | 'noInstead';

/** The texts `shop.plan` with their arguments still in braces: the browser fills them in while the customer chooses. */
export type PlanTexts = Readonly<Record<Key, string>>;

const names = ['name', 'time', 'gap', 'minutes', 'way'] as const;
const themselves = Object.fromEntries(names.map((name) => [name, `{${name}}`]));

/** `t`: the texts `shop.plan`. */
export function planTexts(t: (key: Key, values: Record<string, string>) => string): PlanTexts {
  const text = (key: Key) => t(key, themselves);
  return {
    fits: text('fits'),
    overlap: text('overlap'),
    tight: text('tight'),
    between: text('between'),
    stay: text('stay'),
    foot: text('foot'),
    ride: text('ride'),
    same: text('same'),
    unknown: text('unknown'),
    takes: text('takes'),
    ends: text('ends'),
    from: text('from'),
    fromUnknown: text('fromUnknown'),
    begins: text('begins'),
    until: text('until'),
    full: text('full'),
    instead: text('instead'),
    noInstead: text('noInstead'),
  };
}

const minutesOf = (minutes: number) => minutesText(minutes) || '0 min';

/** "about 2 min on foot" */
function wayOf(plan: PlannedOffer, { from, to }: Leg, texts: PlanTexts): string {
  const way = plan.ways[from]?.[to] ?? { by: 'same', minutes: 0 };
  return fillText(texts[way.by], { minutes: minutesOf(way.minutes) });
}

/** "15 min in between, about 2 min on foot" */
export function wayText(plan: PlannedOffer, leg: Leg, texts: PlanTexts): string {
  // Where one leaves when one likes, the visit needs some of this time.
  const between = plan.stops[leg.from]?.isWindow === true ? texts.stay : texts.between;
  return `${fillText(between, { gap: minutesOf(leg.gap) })}, ${wayOf(plan, leg, texts)}`;
}

/** What is said of the way from one chosen session to the next, in sentences. */
export function legSentences(
  plan: PlannedOffer,
  visits: readonly (PlannedVisit | undefined)[],
  leg: Leg,
  texts: PlanTexts,
): string[] {
  const [from, to] = [plan.stops[leg.from], plan.stops[leg.to]];
  const [before, after] = [visits[leg.from], visits[leg.to]];
  if (from === undefined || to === undefined || before === undefined || after === undefined) return [];
  if (leg.kind === 'fine') {
    const names = plan.stops.length > 2 ? `${from.name} – ${to.name}: ` : '';
    return [`${names}${wayText(plan, leg, texts)}.`];
  }
  const { name } = from;
  const first = from.isWindow
    ? fillText(texts.from, { name, time: before.from })
    : before.until === null
      ? fillText(texts.fromUnknown, { name, time: before.from })
      : fillText(texts.ends, { name, time: before.until });
  const second = to.isWindow
    ? fillText(texts.until, { name: to.name, time: after.until ?? after.from })
    : fillText(texts.begins, { name: to.name, time: after.from });
  const by = plan.ways[leg.from]?.[leg.to]?.by;
  if (leg.kind === 'overlap' || by === 'same' || by === undefined) return [first, second];
  const way = wayOf(plan, leg, texts);
  const sentence =
    by === 'unknown' ? `${way.charAt(0).toUpperCase()}${way.slice(1)}.` : fillText(texts.takes, { way });
  return [first, second, sentence];
}
