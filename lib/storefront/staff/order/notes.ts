import { z } from 'zod';
import { storedText } from '../../../contract/stored-text';
import { typedText } from '../../../contract/typed-text';
import { longestNote } from '../../../shop/data/note-store';
import { strikeOutNote, writeNote as write } from '../../../shop/flows/order/staff-notes';
import type { StaffOfBooking } from '../../common/account/for-staff';

export { longestNote };

export const noteForm = z.object({ checkoutId: z.guid(), noteId: z.guid(), text: z.string().max(10_000) });
export type TypedNote = z.output<typeof noteForm>;
export const strikeForm = noteForm.omit({ text: true });

const noteText = storedText().min(1).max(longestNote);

/** `empty`, `long`: what was typed. `closed`: the booking takes no note (any more). */
export type NoteProblem = 'empty' | 'long' | 'closed';

/** Null: the note is there. */
export async function writeNote(
  { member, checkoutContext }: StaffOfBooking<'orders:change'>,
  { checkoutId, noteId: id, text: typed }: TypedNote,
): Promise<NoteProblem | null> {
  const text = noteText.safeParse(typed.replaceAll('\r\n', '\n'));
  if (!text.success) return typedText(typed) === '' ? 'empty' : 'long';
  const note = { id, checkoutId, staff: member.id, text: text.data };
  return (await write(checkoutContext, note)) ? null : 'closed';
}

export async function strikeNote(
  { member, checkoutContext }: StaffOfBooking<'orders:change'>,
  { checkoutId, noteId: id }: z.output<typeof strikeForm>,
): Promise<null> {
  await strikeOutNote(checkoutContext, { id, checkoutId, staff: member.id });
  return null;
}
