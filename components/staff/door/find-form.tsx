import { type SyntheticEvent, useState } from 'react';
import { fillText } from '@/lib/locale/fill-text';
import type { Language } from '@/lib/locale/languages';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import type { VisitorsFound } from '@/lib/storefront/staff/door/visitors';
import { Button } from '../../ui/button';
import { controlClass } from '../../ui/field';
import { searchVisitors } from './door-client';
import type { DoorTexts } from './door-texts';
import { FoundBookings, type FoundBookingsProps } from './found-bookings';

type FindFormProps = Omit<FoundBookingsProps, 'visitors'> & {
  readonly settings: DoorSettings;
  readonly language: Language;
  /** The address of this page: without scripts the form is sent there. */
  readonly page: string;
  /** What a search without scripts has found. */
  readonly initial: VisitorsFound | null;
};

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
        <FoundBookings visitors={answer.visitors} {...props} />
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
