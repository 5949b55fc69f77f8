'use client';

import { useActionState } from 'react';
import { Field, SelectField } from '../ui/field';
import { Notice } from '../ui/notice';
import { SubmitButton } from '../ui/submit-button';

export interface WaitingFormState {
  readonly attempt: number;
  /** As typed, by the names of the fields. */
  readonly values: Readonly<Record<string, string>>;
  /** The error of the last try; `field`: the field that it is about. */
  readonly problem: { readonly title: string; readonly text: string; readonly field: string | null } | null;
}

export interface WaitingTicket {
  /** The name of the field. */
  readonly name: string;
  readonly label: string;
  readonly sessions: readonly { readonly id: string; readonly label: string }[];
}

interface WaitingListFormProps {
  readonly join: (state: WaitingFormState, form: FormData) => Promise<WaitingFormState>;
  readonly catalogId: string;
  readonly offerId: string;
  readonly tickets: readonly WaitingTicket[];
  /** What was chosen before. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly most: number;
  readonly words: Readonly<Record<'choose' | 'quantity' | 'email' | 'button' | 'privacy', string>>;
}

interface SessionFieldProps {
  readonly ticket: WaitingTicket;
  readonly id: string;
  readonly choose: string;
  readonly value: string;
  readonly error: string | undefined;
}

function SessionField({ ticket, id, choose, value, error }: SessionFieldProps) {
  return (
    <SelectField id={id} name={ticket.name} label={ticket.label} error={error} defaultValue={value}>
      <option value="">{choose}</option>
      {ticket.sessions.map((session) => (
        <option key={session.id} value={session.id}>
          {session.label}
        </option>
      ))}
    </SelectField>
  );
}

/** Without scripts the answer is the same page with what was typed. */
export function WaitingListForm(props: WaitingListFormProps) {
  const { join, catalogId, offerId, tickets, chosen, most, words } = props;
  const [{ attempt, values, problem }, send] = useActionState(join, {
    attempt: 0,
    values: chosen,
    problem: null,
  });
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  // The offer's own form has fields of the same names.
  const idOf = (field: string) => `waiting-${field}`;
  return (
    <form action={send} noValidate className="max-w-text space-y-6">
      <input type="hidden" name="catalogId" value={catalogId} />
      <input type="hidden" name="offerId" value={offerId} />
      {problem === null ? null : (
        <Notice key={attempt} tone="problem" title={problem.title}>
          <p>{problem.text}</p>
        </Notice>
      )}
      {tickets.map((ticket) => (
        <SessionField
          key={`${ticket.name} ${attempt}`}
          ticket={ticket}
          id={idOf(ticket.name)}
          choose={words.choose}
          value={values[ticket.name] ?? ''}
          error={errorOf(ticket.name)}
        />
      ))}
      <Field
        key={`quantity ${attempt}`}
        id={idOf('quantity')}
        name="quantity"
        type="number"
        inputMode="numeric"
        min={1}
        max={most}
        label={words.quantity}
        error={errorOf('quantity')}
        defaultValue={values['quantity'] ?? '1'}
        className="max-w-28"
      />
      <Field
        key={`email ${attempt}`}
        id={idOf('email')}
        name="email"
        type="email"
        label={words.email}
        hint={words.privacy}
        error={errorOf('email')}
        defaultValue={values['email'] ?? ''}
        autoComplete="email"
        spellCheck={false}
      />
      <SubmitButton>{words.button}</SubmitButton>
    </form>
  );
}
