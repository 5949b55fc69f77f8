/**
 * The first row of a text with separators, counted from 1, in which a quotation mark is not closed, or is closed in the middle of
 * a cell; null: there is none. Such a mark joins cells, or even rows, that do not belong together.
 */
export function wrongQuotationMark(text: string, delimiter: string): number | null {
  let [row, opened] = [1, 0];
  let [isQuoted, isBegin] = [false, true];
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (isQuoted) {
      if (letter !== '"') continue;
      if (text[index + 1] === '"') index += 1;
      else if (isEndOfCell(text, index + 1, delimiter)) isQuoted = false;
      else return opened;
    } else if (letter === '"' && isBegin) {
      isQuoted = true;
      opened = row;
    } else if (letter === '\n' || (letter === '\r' && text[index + 1] !== '\n')) row += 1;
    isBegin = !isQuoted && (letter === delimiter || letter === '\n' || letter === '\r');
  }
  return isQuoted ? opened : null;
}

function isEndOfCell(text: string, from: number, delimiter: string): boolean {
  let next = from;
  while (text[next] === ' ') next += 1;
  return next >= text.length || [delimiter, '\n', '\r'].includes(text[next] ?? '');
}
