'use client';

import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { choiceKey, chosenVisits } from '@/lib/combination/choice';
import { judge, type Judgement } from '@/lib/combination/judge';
import { nextFree } from '@/lib/combination/next-free';
import type { PlannedOffer, PlannedVisit } from '@/lib/combination/plan';
import { Link } from '../ui/link';
import { filled, legSentences, type PlanTexts } from './plan-texts';
import { typedQuantity } from './typed-quantity';

/** What the form contains, by the names of its fields. */
type Values = Readonly<Record<string, string>>;

interface Planned {
  readonly plan: PlannedOffer;
  readonly texts: PlanTexts;
  /** The page's own address. */
  readonly path: string;
}

interface State extends Planned {
  readonly values: Values;
  readonly visits: readonly (PlannedVisit | undefined)[];
  readonly judgement: Judgement | null;
  readonly people: number;
}

const StateContext = createContext<State | null>(null);

interface CombinationProps extends Planned {
  /** The form's fields of sessions and quantities, with their first values. */
  readonly initial: Values;
  readonly quantityFields: readonly string[];
  readonly children: ReactNode;
}

/**
 * Follows what is chosen in the form around it, and judges it as the server does. Its hidden field tells the server
 * which warning stands beside the button, so that it does not ask again.
 */
export function Combination({ initial, quantityFields, children, ...planned }: CombinationProps) {
  const [values, setValues] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = field.current?.form;
    if (!form) return;
    const read = () => {
      const data = new FormData(form);
      const next = Object.fromEntries(
        Object.entries(initial).map(([name, first]) => {
          const value = data.get(name);
          // A session that is sold out can't be in the form, but another one is offered instead of it.
          return [name, typeof value === 'string' ? value : first] as const;
        }),
      );
      const isSame = (before: Values) => Object.keys(next).every((name) => before[name] === next[name]);
      setValues((before) => (isSame(before) ? before : next));
    };
    // The buttons beside a number change it after the click.
    const soon = () => setTimeout(read);
    const events = ['click', 'input', 'change'] as const;
    // The browser may have restored another choice.
    read();
    for (const event of events) form.addEventListener(event, soon);
    return () => {
      for (const event of events) form.removeEventListener(event, soon);
    };
  }, [initial]);
  const visits = chosenVisits(planned.plan, (name) => values[name] || undefined);
  const judgement = judge(planned.plan, visits);
  const counts = quantityFields.map((name) => typedQuantity(values[name] ?? ''));
  const people = Math.max(
    1,
    counts.reduce((sum, each) => sum + each, 0),
  );
  const isWarned = judgement !== null && judgement.kind !== 'fine';
  return (
    <StateContext value={{ ...planned, values, visits, judgement, people }}>
      <input ref={field} type="hidden" name="warned" value={isWarned ? choiceKey(visits) : ''} />
      {children}
    </StateContext>
  );
}

const addressOf = ({ path, values }: State, chosen: Values) => {
  const all = Object.entries({ ...values, ...chosen }).filter(([, value]) => value !== '');
  return `${path}?${new URLSearchParams(all).toString()}#summary`;
};

/** Chooses sessions: without scripts on a new page, otherwise in the form. */
function ChoiceLink({ chosen, ...props }: { chosen: Values; className: string; children: ReactNode }) {
  const state = useContext(StateContext);
  if (state === null) return null;
  const isChosen = Object.entries(chosen).every(([name, value]) => state.values[name] === value);
  const choose = (event: MouseEvent<HTMLAnchorElement>) => {
    const form = event.currentTarget.closest('form');
    const radios = Object.entries(chosen).map(([name, value]) =>
      form?.querySelector<HTMLInputElement>(`input:enabled[name="${name}"][value="${value}"]`),
    );
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    // A session may have sold out since: the page says so.
    if (!isPlain || radios.some((radio) => !radio)) return;
    event.preventDefault();
    for (const radio of radios) radio?.click();
  };
  return (
    <Link
      {...props}
      href={addressOf(state, chosen)}
      scroll={false}
      aria-current={isChosen ? 'true' : undefined}
      onClick={choose}
    />
  );
}

export interface ShownProposal {
  /** The sessions, by the form's fields. */
  readonly chosen: Values;
  readonly free: number | null;
  readonly content: ReactNode;
}

/** The proposals with room for as many as the form says now. */
export function ProposalLinks({ proposals }: { proposals: readonly ShownProposal[] }) {
  const state = useContext(StateContext);
  if (state === null) return null;
  const shown = proposals.filter(({ free }) => free === null || free >= state.people);
  if (shown.length === 0) {
    return (
      <Link href={addressOf(state, {})} className="inline-flex min-h-target items-center font-bold underline">
        {state.texts.again}
      </Link>
    );
  }
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {shown.map(({ chosen, content }) => (
        <li key={Object.values(chosen).join()}>
          <ChoiceLink
            chosen={chosen}
            className="flex h-full flex-col rounded border border-edge px-4 py-3 no-underline hover:border-ink hover:bg-accent-soft aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:outline-2 aria-[current]:outline-accent"
          >
            {content}
          </ChoiceLink>
        </li>
      ))}
    </ul>
  );
}

/** Another time for a chosen session that has too little room. */
function NextFree({ state }: { state: State }) {
  const { plan, texts, visits, people } = state;
  const next = nextFree(plan, visits, people);
  const stop = plan.stops[next?.stop ?? -1];
  if (next === null || stop === undefined) return null;
  const { full, instead } = next;
  return (
    <div>
      <p className="font-bold text-bad">{filled(texts.full, { name: stop.name, time: full.from })}</p>
      {instead === null ? (
        <p>{texts.noInstead}</p>
      ) : (
        <ChoiceLink
          chosen={Object.fromEntries(stop.fields.map((name) => [name, instead.id]))}
          className="inline-flex min-h-target items-center font-bold underline"
        >
          {filled(texts.instead, { time: instead.from })}
        </ChoiceLink>
      )}
    </div>
  );
}

/** What is to be said about the chosen sessions; `isShort`: only that something is wrong. */
export function CombinationVerdict({ isShort = false }: { isShort?: boolean }) {
  const state = useContext(StateContext);
  if (state === null) return null;
  const { plan, texts, visits, judgement } = state;
  const kind = judgement?.kind ?? null;
  const isWarning = kind === 'overlap' || kind === 'tight';
  if (isShort) {
    return isWarning ? <p className="w-full text-small font-bold text-bad">{texts[kind]}</p> : null;
  }
  const legs = judgement?.legs ?? [];
  const shown = isWarning ? legs.filter((leg) => leg.kind !== 'fine') : legs;
  return (
    <div role="status" className="space-y-2 text-small empty:hidden [&:not(:empty)]:mt-4">
      {kind === null ? null : (
        <div className={`border-l-4 pl-3 ${isWarning ? 'border-bad' : 'border-accent'}`}>
          <p className={`font-bold ${isWarning ? 'text-bad' : ''}`}>{texts[isWarning ? kind : 'fits']}</p>
          {shown.map((leg) => (
            <p key={`${leg.from} ${leg.to}`}>{legSentences(plan, visits, leg, texts).join(' ')}</p>
          ))}
        </div>
      )}
      <NextFree state={state} />
    </div>
  );
}

/** The label of the button that holds: another one beside a warning. */
export function HoldLabel({ usual, anyway }: { usual: string; anyway: string }) {
  const kind = useContext(StateContext)?.judgement?.kind ?? 'fine';
  return <>{kind === 'fine' ? usual : anyway}</>;
}
