import type { CheckoutContext } from '../../context';
import { audit } from '../../data/audit-store';
import { insertNote, type NewNote, strikeNote } from '../../data/note-store';

type Storing = Pick<CheckoutContext, 'database'>;

/** False: the note was not written. The audit log has who wrote one, without its text. */
export function writeNote({ database }: Storing, note: NewNote): Promise<boolean> {
  const { checkoutId: id, staff } = note;
  return database.transaction(async (transaction) => {
    if (!(await insertNote(transaction, note))) return false;
    await audit(transaction, { staff, action: 'note_written', subject: { kind: 'checkout', id } });
    return true;
  });
}

/** Only its author strikes a note out; what others see then is struck through. */
export function strikeOutNote({ database }: Storing, note: Omit<NewNote, 'text'>): Promise<void> {
  const { checkoutId: id, staff } = note;
  return database.transaction(async (transaction) => {
    if (!(await strikeNote(transaction, note))) return;
    await audit(transaction, { staff, action: 'note_struck', subject: { kind: 'checkout', id } });
  });
}
