import { privateFile } from './private-file';

/** A calendar file. `fileName`: letters, digits and hyphens, so that nothing has to be quoted (RFC 6266 §4.3). */
export function calendarResponse({ content, fileName }: { content: string; fileName: string }): Response {
  // Inline, because a phone then offers to add it; a device without a calendar app stores it under this name.
  return privateFile(content, 'text/calendar; charset=utf-8', `inline; filename="${fileName}"`);
}
