'use client';

import {
  startTransition,
  useActionState,
  useEffect,
  useRef,
  useState,
  useTransition,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
} from 'react';
import { BottomBar } from '../ui/bottom-bar';
import { Button } from '../ui/button';
import { HiddenFields } from '../ui/hidden-fields';
import { Notice } from '../ui/notice';
import { DetailsFields, errorsOf, type CountryOption, type DetailsWords } from './details-fields';
import { type DetailField, type Details } from './contact-details';
import { ErrorSummary } from './error-summary';
import { ofDetails } from '../ui/of-details';
import { EmailHint, useEmailSuggestion, type EmailHintWords, type EmailSuggestion } from './email-hint';
import { useCheckedDetails } from './checked-details';
import { useKeptEntries } from './kept-entries';
import { QuestionSections } from './question-fields';
import type {
  QuestionError,
  QuestionSection,
  TypedAnswers,
} from '@/lib/storefront/common/checkout/questions';

/** As typed; `more`: in the fields that only the server checks. */
export type DetailsEntries = Details & { readonly more?: TypedAnswers | undefined };

export interface DetailsState {
  readonly attempt: number;
  readonly wrong: readonly DetailField[];
  readonly entries: DetailsEntries;
  readonly problem: { readonly title: string; readonly text: string } | null;
  /** An address that looks mistyped, and the one that was probably meant. */
  readonly suggestion?: EmailSuggestion | null;
  /** About this address of a gift the customer was asked. */
  readonly giftSeen?: string;
  /** What is wrong in the fields that only the server checks. */
  readonly errors?: readonly QuestionError[];
}

export interface DetailsFormProps {
  readonly checkoutId: string;
  readonly language: string;
  readonly total: string;
  /** The holds that are ordered, with spaces between them: what is ordered is what the customer saw. */
  readonly holds: string;
  readonly totalText: string;
  readonly totalLabel: string;
  readonly entries: DetailsEntries;
  readonly sections: readonly QuestionSection[];
  /** Shown above the fields: which step of the form they are. */
  readonly steps: ReactNode;
  /** Whether the fields of the customer are part of this step. */
  readonly hasDetails: boolean;
  readonly countries: readonly CountryOption[];
  readonly words: DetailsWords & {
    /** With `{email}` for an address. */
    readonly suggestion: EmailHintWords;
    readonly title: string;
    readonly lead: string;
    readonly button: string;
    readonly busy: string;
    readonly choose: string;
    /** There is no connection. */
    readonly offline: { readonly title: string; readonly text: string };
  };
  /** The error summary's heading, by the number of errors. */
  readonly summaries: readonly string[];
  readonly secondsLeft: number;
  readonly order: (state: DetailsState, form: FormData) => Promise<DetailsState>;
  /** Saves what was typed if the hold ends while the customer is typing. */
  readonly keep: (form: FormData) => Promise<unknown>;
  /** Renders the page again. */
  readonly renew: () => Promise<void>;
  /** What is held, shown beside the fields; on a narrow screen after them, directly before what the customer agrees to. */
  readonly held: ReactNode;
  /** What the customer agrees to, shown above the button. */
  readonly children: ReactNode;
}

/** Without a connection the page stays as it is, with what was typed. */
function tryTo(act: () => Promise<unknown>) {
  startTransition(async () => {
    try {
      await act();
    } catch (error) {
      if (!isDisconnected(error)) throw error;
    }
  });
}

/** Sends what was typed when the hold ends, so that the expired page has it. */
function useKeepAtTheEnd(form: RefObject<HTMLFormElement | null>, { secondsLeft, keep }: DetailsFormProps) {
  useEffect(() => {
    const timer = setTimeout(
      () => {
        const { current } = form;
        if (current === null) return;
        const typed = new FormData(current);
        tryTo(() => keep(typed));
      },
      (secondsLeft + 1) * 1_000,
    );
    return () => clearTimeout(timer);
  }, [form, secondsLeft, keep]);
}

/** Another tab may have changed the booking while this one was hidden. */
function useRenewal({ renew }: DetailsFormProps, isPending: boolean) {
  useEffect(() => {
    if (isPending) return undefined;
    const onChange = () => {
      if (document.visibilityState === 'visible') tryTo(renew);
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [renew, isPending]);
}

/** Browsers name a request that did not reach the server in different ways. */
const isDisconnected = (error: unknown) =>
  !navigator.onLine || (error instanceof TypeError && /fetch|network|load failed/i.test(error.message));

/** Sends the form. Without a connection everything stays as it is, and the form can be sent again. */
function useSending({ order, entries, words }: DetailsFormProps) {
  const first = { attempt: 0, wrong: [], entries, problem: null };
  // A browser without scripts sends the form itself.
  const [answered, action] = useActionState(order, first);
  const [sent, setSent] = useState<DetailsState | null>(null);
  const [isPending, startSending] = useTransition();
  const state = sent ?? answered;
  const send = (typed: FormData) =>
    startSending(async () => {
      try {
        setSent(await order(state, typed));
      } catch (error) {
        if (!isDisconnected(error)) throw error;
        setSent({ ...state, attempt: state.attempt + 1, wrong: [], errors: [], problem: words.offline });
      }
    });
  return { state, action, send, isPending };
}

function useDetails(props: DetailsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { state, action, send, isPending } = useSending(props);
  // Checked in the browser. Each failed try makes a new summary, so that the summary gets the focus again.
  const [refusals, setRefusals] = useState(0);
  const { found, check, setValue } = useCheckedDetails(form);
  useKeepAtTheEnd(form, props);
  useRenewal(props, isPending);
  useKeptEntries(props, form);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const typed = new FormData(event.currentTarget);
    const { submitter } = event.nativeEvent;
    if (submitter instanceof HTMLButtonElement && submitter.name !== '') {
      // It changes what is held; the details need not be complete for that.
      typed.set(submitter.name, submitter.value);
      send(typed);
      return;
    }
    check(
      () => send(typed),
      // The server names what is wrong in all fields at once, also in those that only it checks.
      () => (props.sections.length > 0 ? send(typed) : setRefusals((count) => count + 1)),
      // If the check itself fails, the form is sent anyway: the server checks it again.
    ).catch(() => send(typed));
  };
  const { wrong, typed } = found ?? { wrong: state.wrong, typed: state.entries };
  return {
    form,
    state,
    action,
    isPending,
    submit,
    setValue,
    suggestion: useEmailSuggestion(form, state.suggestion ?? null),
    errors: errorsOf(wrong, typed, props.words),
    summaryKey: `${state.attempt} ${refusals}`,
    others: state.errors ?? [],
    showSummary: state.wrong.length > 0 || refusals > 0 || (state.errors ?? []).length > 0,
  };
}

function CustomerFields({
  words,
  countries,
  details,
}: DetailsFormProps & { details: ReturnType<typeof useDetails> }) {
  const { state, errors, suggestion, setValue } = details;
  return (
    <fieldset>
      <legend className="text-heading font-bold">{words.title}</legend>
      <p className="pt-1 pb-5 text-ink-soft">{words.lead}</p>
      <DetailsFields words={words} entries={state.entries} errors={errors} countries={countries}>
        <EmailHint suggestion={suggestion} words={words.suggestion} setValue={setValue} />
      </DetailsFields>
    </fieldset>
  );
}

const column = 'min-w-0 space-y-6 md:col-start-1';

interface Asked {
  readonly form: DetailsFormProps;
  readonly details: ReturnType<typeof useDetails>;
}

/** What is wrong, the step, and all fields. */
function Fields({ form, details }: Asked) {
  const { summaries, countries, words } = form;
  const { state, errors, others } = details;
  const count = Object.keys(errors).length + others.length;
  return (
    <div className={column}>
      {state.problem === null ? null : (
        <Notice key={state.attempt} tone="problem" title={state.problem.title}>
          <p>{state.problem.text}</p>
        </Notice>
      )}
      {details.showSummary && count > 0 ? (
        <ErrorSummary
          key={details.summaryKey}
          errors={errors}
          others={others}
          title={summaries[count] ?? ''}
        />
      ) : null}
      {form.steps}
      {form.hasDetails ? <CustomerFields {...form} details={details} /> : null}
      <QuestionSections
        sections={form.sections}
        typed={state.entries.more ?? {}}
        errors={others}
        words={{ optional: words.optional, choose: words.choose }}
        countries={countries}
      />
    </div>
  );
}

/** A plain form without scripts; with scripts it is checked while the customer types. */
export function DetailsForm(props: DetailsFormProps) {
  const { words } = props;
  const details = useDetails(props);
  const { form, action, isPending, submit } = details;
  const button = (
    <Button type="submit" aria-disabled={isPending ? true : undefined}>
      {isPending ? words.busy : words.button}
    </Button>
  );
  return (
    <form ref={form} id={ofDetails.form} action={action} noValidate onSubmit={submit} aria-busy={isPending}>
      <HiddenFields
        checkoutId={props.checkoutId}
        language={props.language}
        total={props.total}
        held={props.holds}
        giftSeen={details.state.giftSeen ?? ''}
      />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 md:grid-cols-[7fr_5fr] md:grid-rows-[auto_1fr]">
        <Fields form={props} details={details} />
        <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1">{props.held}</div>
        <div className={column}>
          {props.children}
          <div className="max-md:hidden">{button}</div>
        </div>
      </div>
      <BottomBar>
        <p>
          <span className="block text-small">{props.totalLabel}</span>
          <strong className="tabular">{props.totalText}</strong>
        </p>
        {button}
      </BottomBar>
    </form>
  );
}
