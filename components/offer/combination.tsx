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
import type { PlannedOffer } from '@/lib/combination/plan';
import { Link } from '../ui/link';
import type { Planned, Values, Verdict } from './combination-verdict';
import { typedQuantity } from './typed-quantity';

interface State {
  /** The page's own address. */
  readonly path: string;
  readonly plan: PlannedOffer;
  readonly values: Values;
  readonly verdict: Verdict;
  /** How many tickets the form asks for. */
  readonly people: number;
}

const nothingSaid: Verdict = { kind: null, title: '', lines: [], warned: '', full: null };

const StateContext = createContext<State | null>(null);

interface CombinationProps extends Planned {
  readonly path: string;
  /** The form's fields of sessions and quantities, with their first values, and what is said about these. */
  readonly initial: Values;
  readonly verdict: Verdict;
  readonly children: ReactNode;
}

/** What the form contains now. A session that is sold out can't be in it, but another one is offered instead of it. */
function valuesIn(form: HTMLFormElement, initial: Values): Values {
  const data = new FormData(form);
  const valueOf = (name: string, first: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : first;
  };
  return Object.fromEntries(Object.entries(initial).map(([name, first]) => [name, valueOf(name, first)]));
}

/**
 * Follows what is chosen in the form around it. The server judges the first choice; the code that judges the others is
 * loaded when it is needed, because most offers are for one event. The hidden field tells the server which warning
 * stands beside the button, so that it does not ask again: if the code does not arrive, the server asks.
 */
export function Combination({ path, initial, children, ...props }: CombinationProps) {
  const [values, setValues] = useState(initial);
  const [verdict, setVerdict] = useState(props.verdict);
  const field = useRef<HTMLInputElement>(null);
  const planned = useRef<Planned>(props);
  useEffect(() => {
    const form = field.current?.form;
    if (!form) return;
    let last = initial;
    const read = () => {
      const next = valuesIn(form, initial);
      if (Object.keys(next).every((name) => last[name] === next[name])) return;
      last = next;
      setValues(next);
      void import('./combination-verdict').then(
        ({ verdictOf }) => {
          if (last === next) setVerdict(verdictOf(planned.current, next));
        },
        // Without a connection nothing is said, rather than what was right for another choice.
        () => setVerdict(nothingSaid),
      );
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
  const counts = props.quantityFields.map((name) => typedQuantity(values[name] ?? ''));
  const people = counts.reduce((sum, each) => sum + each, 0);
  return (
    <StateContext value={{ path, plan: props.plan, values, verdict, people }}>
      <input ref={field} type="hidden" name="warned" value={verdict.warned} />
      {children}
    </StateContext>
  );
}

const addressOf = ({ path, values }: State, chosen: Values) => {
  const all = Object.entries({ ...values, ...chosen }).filter(([, value]) => value !== '');
  return `${path}?${new URLSearchParams(all).toString()}#tickets`;
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

const textLink = 'inline-flex min-h-target items-center font-bold underline';

/** The proposals with room for as many as the form says now; `again`: the link to those for another number. */
export function ProposalLinks({ proposals, again }: { proposals: readonly ShownProposal[]; again: string }) {
  const state = useContext(StateContext);
  if (state === null) return null;
  const shown = proposals.filter(({ free }) => free === null || free >= state.people);
  if (shown.length === 0) {
    return (
      <Link href={addressOf(state, {})} className={textLink}>
        {again}
      </Link>
    );
  }
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {shown.map(({ chosen, content }) => (
        <li key={Object.values(chosen).join()}>
          <ChoiceLink
            chosen={chosen}
            className="group block h-full rounded border border-edge px-4 py-3 no-underline hover:border-ink hover:bg-accent-soft aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:outline-2 aria-[current]:outline-accent"
          >
            {content}
          </ChoiceLink>
        </li>
      ))}
    </ul>
  );
}

/** The chosen times. Without scripts they could not follow the choice. */
export function ChosenTimes() {
  const state = useContext(StateContext);
  if (state === null) return null;
  const chosen = state.plan.stops.flatMap(({ name, fields, visits }) =>
    visits
      .filter(({ id }) => fields.some((field) => state.values[field] === id))
      .map((visit) => ({ ...visit, name })),
  );
  return (
    <ul className="-mt-3 pb-4 empty:hidden needs-script">
      {chosen
        .sort((one, other) => one.begin - other.begin)
        .map(({ id, from, name }) => (
          <li key={id}>
            <b>{from}</b> {name}
          </li>
        ))}
    </ul>
  );
}

/** What is to be said about the chosen sessions; `isShort`: only that something is wrong. */
export function CombinationVerdict({ isShort = false }: { isShort?: boolean }) {
  const verdict = useContext(StateContext)?.verdict;
  if (verdict === undefined) return null;
  const { kind, title, lines, warned, full } = verdict;
  const isWarning = warned !== '';
  if (isShort) return isWarning ? <p className="text-small font-bold text-bad">{title}</p> : null;
  return (
    <div role="status" className="space-y-2 text-small empty:hidden [&:not(:empty)]:mt-4">
      {kind === null ? null : (
        <div className={`border-l-4 pl-3 ${isWarning ? 'border-bad' : 'border-accent'}`}>
          <p className={`font-bold ${isWarning ? 'text-bad' : ''}`}>{title}</p>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      {full === null ? null : (
        <div>
          <p className="font-bold text-bad">{full.problem}</p>
          {full.chosen === null ? (
            <p>{full.instead}</p>
          ) : (
            <ChoiceLink chosen={full.chosen} className={textLink}>
              {full.instead}
            </ChoiceLink>
          )}
        </div>
      )}
    </div>
  );
}

/** The label of the button that holds: another one beside a warning. */
export function HoldLabel({ usual, anyway }: { usual: string; anyway: string }) {
  const warned = useContext(StateContext)?.verdict.warned ?? '';
  return <>{warned === '' ? usual : anyway}</>;
}
