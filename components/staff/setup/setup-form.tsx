'use client';

import { useActionState } from 'react';
import { HiddenFields } from '../../ui/hidden-fields';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import type { ButtonVariant } from '../../ui/button';
import { SetupControl, type SetupField } from './setup-control';

/** What was typed or ticked, by the names of the fields. */
export type Typed = Readonly<Record<string, readonly string[]>>;

export interface SetupState {
  readonly attempt: number;
  readonly values: Typed;
  /** What the fields contain in the draft that the next attempt is made on. */
  readonly before: Typed;
  /** The version of the draft that the next attempt is made on; empty: there is no draft. */
  readonly version: string;
  readonly problem: {
    readonly title: string;
    readonly text: string | null;
    /** `text`: what is wrong, with the label of the field; `why`: without it. */
    readonly fields: readonly { readonly name: string; readonly text: string; readonly why: string }[];
  } | null;
  /** What saving would do; the form is sent once more to do it. */
  readonly preview: {
    readonly title: string;
    readonly lines: readonly string[];
    /** Tells the next attempt that this was shown. */
    readonly seen: string;
  } | null;
}

export interface SetupGroup {
  readonly title?: string;
  readonly hint?: string;
  readonly fields: readonly SetupField[];
}

interface SetupButton {
  readonly intent: string;
  readonly label: string;
  readonly variant?: ButtonVariant;
  /** Only after it was shown what would be done. */
  readonly afterPreview?: boolean;
}

interface SetupFormProps {
  readonly action: (state: SetupState, form: FormData) => Promise<SetupState>;
  /** What the form is about: its hidden fields. */
  readonly about: Readonly<Record<string, string>>;
  readonly version: string;
  readonly values: Typed;
  readonly groups: readonly SetupGroup[];
  readonly buttons: readonly SetupButton[];
  /** Of the identifiers of the fields, where a page has several forms. */
  readonly prefix?: string;
  /** What opens the form, which is folded until it is needed; without it, it is always open. */
  readonly folded?: string;
}

/**
 * A form of Setup: fields in groups. With problems it stays as it is, lists what is wrong with links to the fields, and says
 * it again at each of them. Without scripts the answer is the same page.
 */
export function SetupForm({ folded, ...props }: SetupFormProps) {
  const { values, version } = props;
  const begin: SetupState = { attempt: 0, problem: null, preview: null, values, before: values, version };
  const [state, send] = useActionState(props.action, begin);
  const form = <Form {...props} state={state} send={send} />;
  if (folded === undefined) return form;
  return (
    <details open={state.attempt > 0}>
      <summary className="min-h-target py-2 text-lead font-bold">{folded}</summary>
      <div className="pt-4">{form}</div>
    </details>
  );
}

interface FormProps extends Omit<SetupFormProps, 'folded' | 'action' | 'values' | 'version'> {
  readonly state: SetupState;
  readonly send: (form: FormData) => void;
}

function Form({ state, send, about, groups, buttons, prefix = '' }: FormProps) {
  const { attempt, values, before, version, problem, preview } = state;
  const errorOf = (name: string) => problem?.fields.find((one) => one.name === name)?.why;
  return (
    // The key lets the fields begin again with what was typed: React empties them after an action.
    <form key={attempt} action={send} noValidate className="max-w-text space-y-8">
      {problem === null ? null : <Problems problem={problem} prefix={prefix} />}
      {preview === null ? null : (
        <Notice tone="result" title={preview.title}>
          <Lines lines={preview.lines} />
        </Notice>
      )}
      <HiddenFields {...about} version={version} before={JSON.stringify(before)} seen={preview?.seen ?? ''} />
      {groups.map((group, index) => (
        <Group key={index} {...group}>
          {group.fields.map((field) => (
            <SetupControl
              key={field.name}
              id={`${prefix}${field.name}`}
              field={field}
              values={values[field.name] ?? []}
              error={errorOf(field.name)}
            />
          ))}
        </Group>
      ))}
      <p className="flex flex-wrap gap-3">
        {buttons
          .filter(({ afterPreview = false }) => !afterPreview || preview !== null)
          .map(({ intent, label, variant = 'primary' }) => (
            <SubmitButton key={intent} name="intent" value={intent} variant={variant}>
              {label}
            </SubmitButton>
          ))}
      </p>
    </form>
  );
}

interface ProblemsProps {
  readonly problem: NonNullable<SetupState['problem']>;
  readonly prefix: string;
}

function Problems({ problem: { title, text, fields }, prefix }: ProblemsProps) {
  return (
    <Notice tone="problem" title={title}>
      {text === null ? null : <p>{text}</p>}
      {fields.length === 0 ? null : (
        <ul className="list-disc pl-5">
          {fields.map(({ name, text: wrong }) => (
            <li key={name}>
              <a href={`#${prefix}${name}`} className="underline">
                {wrong}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <p key={line}>{line}</p>);
}

function Group({
  title,
  hint,
  children,
}: Omit<SetupGroup, 'fields'> & { readonly children: React.ReactNode }) {
  const text = hint === undefined ? null : <p className="text-small text-ink-soft">{hint}</p>;
  if (title === undefined)
    return (
      <div className="space-y-5">
        {text}
        {children}
      </div>
    );
  return (
    <fieldset className="space-y-5 border-t border-rule pt-4">
      <legend className="pr-3 text-lead font-bold">{title}</legend>
      {text}
      {children}
    </fieldset>
  );
}
