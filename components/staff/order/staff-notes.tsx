import { useTranslations } from 'next-intl';
import { v7 as newId } from 'uuid';
import type { StaffOrder } from '@/lib/storefront/staff/order/order';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';
import { NoteForm, type WriteNote } from './note-form';

interface StaffNotesProps extends Pick<StaffOrder, 'notes'> {
  readonly checkoutId: string;
  /** Null: this person may only read, or the booking takes no notes any more. */
  readonly actions: {
    readonly write: WriteNote;
    readonly strike: (form: FormData) => Promise<void>;
    readonly longest: number;
  } | null;
}

/** What staff have written about a booking, with who and when; the customer does not see it. */
export function StaffNotes({ checkoutId, notes, actions }: StaffNotesProps) {
  const t = useTranslations('lists.notes');
  const stamp = useStamp();
  if (notes.length === 0 && actions === null) return null;
  return (
    <Section id="notes" title={t('title')} className="pb-8">
      <ul className="space-y-3">
        {notes.map(({ id, at, name, text, isStruck, isOwn }) => (
          <li key={id} className="max-w-text border-l-4 border-accent pl-3">
            <p className="whitespace-pre-line wrap-anywhere">{isStruck ? <s>{text}</s> : text}</p>
            <p className="text-small text-ink-soft">
              {name}, {stamp(at)}
              {isStruck ? ` · ${t('struck')}` : ''}
            </p>
            {isOwn && !isStruck && actions !== null ? (
              <form action={actions.strike}>
                <HiddenFields checkoutId={checkoutId} noteId={id} />
                <SubmitButton variant="quiet">
                  {t('strike')}
                  <span className="sr-only"> ({text.slice(0, 40)})</span>
                </SubmitButton>
              </form>
            ) : null}
          </li>
        ))}
      </ul>
      {actions === null ? null : (
        <NoteForm
          write={actions.write}
          about={{ checkoutId, noteId: newId() }}
          longest={actions.longest}
          words={{ title: t('write'), text: t('text'), hint: t('hint'), submit: t('submit') }}
        />
      )}
    </Section>
  );
}
