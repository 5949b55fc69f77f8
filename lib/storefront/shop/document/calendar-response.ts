import { privateFile } from './private-file';

/** A calendar file. `fileName`: letters, digits and hyphens, so that nothing has to be quoted (RFC 6266 §4.3). */
export function calendarResponse({ file, fileName }: { file: string; fileName: string }): Response {
  // Inline, because a phone then offers to add it; what has no calendar stores it under this name.
  return privateFile(file, 'text/calendar; charset=utf-8', `inline; filename="${fileName}"`);
}
