import { possibleTicketCodes } from '@/lib/contract/ticket-code';

/** A scanner types faster than any person: so many milliseconds at most from key to key. */
const longestGap = 50;

/** Finds what a scanner has typed among the keys of a page. Times are in milliseconds. */
export function scannerKeys() {
  let keys = '';
  let last = -Infinity;
  const isNext = (at: number) => at - last <= longestGap;
  return {
    /** A key that writes a character; true if it does not follow the one before at once. */
    add: (character: string, at: number): boolean => {
      const isFirst = !isNext(at);
      keys = isFirst ? character : keys + character;
      last = at;
      return isFirst;
    },
    /** The text that was typed at once before the Enter key, if it may be the code of a ticket; else null. */
    end: (at: number): string | null => {
      const typed = isNext(at) ? keys : '';
      keys = '';
      last = -Infinity;
      return possibleTicketCodes(typed).length === 0 ? null : typed;
    },
  };
}
