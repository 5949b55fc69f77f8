import { type ReactNode, type SyntheticEvent, useState } from 'react';
import type { AdmissionVisitor } from '@/lib/contract/admission-visitor';
import { fillText } from '@/lib/locale/fill-text';
import type { Language } from '@/lib/locale/languages';
import { venueTime } from '@/lib/locale/venue-time';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import type { VisitorsFound } from '@/lib/storefront/staff/door/visitors';
import { Button } from '../../ui/button';
import { controlClass } from '../../ui/field';
import { searchVisitors } from './door-client';
import type { DoorTexts } from './door-texts';
import { shortTariff } from './tariff-lines';

interface FindFormProps {
  readonly settings: DoorSettings;
  /** The settings as hidden fields, for browsers without scripts. */
  readonly fields: ReactNode;
  readonly texts: DoorTexts;
  readonly language: Language;
  /** The address of this page: without scripts the form is sent there. */
  readonly page: string;
  /** What a search without scripts has found. */
  readonly initial: VisitorsFound | null;
  /** Tickets that were admitted at this device. */
  readonly admitted: ReadonlySet<string>;
  readonly admitFound: (form: FormData) => Promise<void>;
  /** Null without scripts, and until the device is ready. */
  readonly onAdmit: ((ticket: string) => void) | null;
}

type Answer = VisitorsFound | 'unreachable' | 'refused' | null;

/** Visitors without their tickets: found by the name of who comes or who bought. */
export function FindForm(props: FindFormProps) {
  const { settings, texts, language, initial, onAdmit } = props;
  const [answer, setAnswer] = useState<Answer>(initial);
  const search = async (name: string) => {
    const { sessions, events, date } = settings;
    const day = date === undefined ? {} : { date };
    const request = { name, sessions: [...sessions], events: [...events], ...day };
    const sent = await searchVisitors(request, language);
    setAnswer(sent.kind === 'found' ? sent.found : sent.kind);
  };
  return (
    <section aria-labelledby="find-title" className="space-y-4 border-t border-rule pt-4">
      <h2 id="find-title" className="text-heading">
        {texts.find.title}
      </h2>
      <NameForm {...props} onName={onAdmit === null ? null : (name) => void search(name)} />
      <p role="status">{answer === null ? '' : answerText(answer, texts)}</p>
      {answer === null || typeof answer === 'string' ? null : (
        <ul className="divide-y divide-rule border-y border-rule">
          {answer.visitors.map((visitor) => (
            <li key={visitor.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
              <VisitorText visitor={visitor} texts={texts} />
              <Admission visitor={visitor} {...props} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type NameFormProps = Pick<FindFormProps, 'page' | 'fields' | 'texts' | 'initial'> & {
  readonly onName: ((name: string) => void) | null;
};

function NameForm({ page, fields, texts: { find }, initial, onName }: NameFormProps) {
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    if (onName === null) return;
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('find');
    if (typeof name === 'string') onName(name);
  };
  return (
    <form action={page} onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
      {fields}
      <div className="min-w-0 grow basis-56">
        <label htmlFor="find" className="block pb-1 font-bold">
          {find.label}
        </label>
        <input
          id="find"
          name="find"
          defaultValue={initial?.name}
          minLength={2}
          maxLength={200}
          required
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          className={controlClass}
        />
      </div>
      <Button type="submit" variant="secondary">
        {find.button}
      </Button>
    </form>
  );
}

function answerText(answer: Exclude<Answer, null>, { find, problems }: DoorTexts): string {
  if (answer === 'unreachable') return find.offline;
  if (answer === 'refused') return problems.unavailable;
  if (answer.visitors.length === 0) return fillText(find.none, { name: answer.name });
  return answer.more ? find.more : fillText(find.count, { count: answer.visitors.length });
}

const fullName = ({ firstname, lastname }: AdmissionVisitor['customer']) =>
  [firstname, lastname].filter((part) => part !== '').join(' ');

function VisitorText({ visitor, texts }: { readonly visitor: AdmissionVisitor; readonly texts: DoorTexts }) {
  const { holder, customer, tariff, event, occursAt, timezone, seat } = visitor;
  const [name, buyer] = [fullName(holder ?? customer), fullName(customer)];
  const when = occursAt === null ? texts.choose.anyTime : venueTime(occursAt, timezone);
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="font-bold">{name}</p>
      <p className="text-small">
        <b className="font-bold">{shortTariff(tariff.name, event)}</b> · {event}, {when}
        {seat === null ? '' : ` · ${fillText(texts.details.seat, { ...seat })}`}
      </p>
      {name === buyer ? null : (
        <p className="text-small text-ink-soft">{fillText(texts.find.bookedBy, { name: buyer })}</p>
      )}
    </div>
  );
}

function Admission({ visitor, ...props }: FindFormProps & { readonly visitor: AdmissionVisitor }) {
  const { texts, fields, admitted, admitFound, onAdmit } = props;
  if (visitor.status === 'redeemed' || admitted.has(visitor.id))
    return <p className="font-bold">{texts.results.admitted}</p>;
  return (
    <form
      action={admitFound}
      data-works-offline=""
      onSubmit={(event) => {
        if (onAdmit === null) return;
        event.preventDefault();
        onAdmit(visitor.id);
      }}
    >
      {fields}
      <input type="hidden" name="of" value={visitor.id} />
      <Button
        type="submit"
        variant="secondary"
        aria-label={fillText(texts.find.admitOf, { name: fullName(visitor.holder ?? visitor.customer) })}
      >
        {texts.find.admit}
      </Button>
    </form>
  );
}
