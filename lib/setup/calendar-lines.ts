import { typedWords } from '../contract/typed-text';

/** A property of an event in a calendar file. */
export interface CalendarLine {
  /** Counted from 1. */
  readonly line: number;
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

export interface CalendarEvent {
  /** Where it begins, counted from 1. */
  readonly line: number;
  /** The first property with a name. */
  readonly of: (name: string) => CalendarLine | undefined;
  readonly all: (name: string) => readonly CalendarLine[];
}

interface CalendarFile {
  /** Without what is inside of them, such as alarms. */
  readonly events: readonly CalendarEvent[];
  /** All its events are cancelled. */
  readonly isCancelled: boolean;
  /** What is no event, such as a task, with the line where it begins. Zones and free times are left out. */
  readonly others: readonly { readonly line: number; readonly name: string }[];
  /** The line of an event without an end; null: there is none. */
  readonly openLine: number | null;
}

/** They belong to events, or say nothing of one. */
const silentParts = ['VCALENDAR', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT', 'VFREEBUSY', 'VALARM'];

export function readCalendar(text: string): CalendarFile {
  const events: CalendarEvent[] = [];
  const others: { line: number; name: string }[] = [];
  let open: { line: number; properties: Map<string, CalendarLine[]> } | null = null;
  let inner = 0;
  let isCancelled = false;
  for (const { line, content } of unfolded(text)) {
    const { name, ...property } = propertyOf(content, line);
    if (name === 'BEGIN' && open !== null) inner += 1;
    else if (name === 'BEGIN' && property.value === 'VEVENT') open = { line, properties: new Map() };
    else if (name === 'BEGIN' && !silentParts.includes(property.value))
      others.push({ line, name: property.value });
    else if (name === 'END' && inner > 0) inner -= 1;
    else if (name === 'END' && open !== null) {
      const { properties } = open;
      events.push({
        line: open.line,
        of: (one) => properties.get(one)?.[0],
        all: (one) => properties.get(one) ?? [],
      });
      open = null;
    } else if (open !== null && inner === 0) {
      const known = open.properties.get(name) ?? [];
      known.push(property);
      open.properties.set(name, known);
    } else if (name === 'METHOD' && property.value === 'CANCEL') isCancelled = true;
  }
  return { events, isCancelled, others, openLine: open?.line ?? null };
}

/** Long lines are folded: what follows begins with a space. */
function unfolded(text: string): { line: number; content: string }[] {
  const lines: { line: number; parts: string[] }[] = [];
  for (const [index, content] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(content) && last !== undefined) last.parts.push(content.slice(1));
    else lines.push({ line: index + 1, parts: [content] });
  }
  return lines.map(({ line, parts }) => ({ line, content: parts.join('') }));
}

/** `DTSTART;TZID="Europe/Paris":20310601T200000` */
function propertyOf(content: string, line: number): CalendarLine & { readonly name: string } {
  const colon = endOfHead(content);
  const [name = '', ...parameters] = content.slice(0, colon).split(';');
  return {
    line,
    name: name.toUpperCase(),
    value: plainText(content.slice(colon + 1)),
    parameters: new Map(
      parameters.map((parameter) => {
        const equals = parameter.indexOf('=');
        return [parameter.slice(0, equals).toUpperCase(), parameter.slice(equals + 1).replaceAll('"', '')];
      }),
    ),
  };
}

/** The colon before the value; one in quotation marks belongs to a parameter. */
function endOfHead(content: string): number {
  let isQuoted = false;
  for (let index = 0; index < content.length; index += 1) {
    if (content[index] === '"') isQuoted = !isQuoted;
    if (content[index] === ':' && !isQuoted) return index;
  }
  return content.length;
}

const plainText = (value: string) =>
  typedWords(
    value.replaceAll(/\\([nN,;\\])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign)),
  );
