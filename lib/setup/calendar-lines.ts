import { typedWords } from '../contract/typed-text';

/** A property of an event in a calendar file. */
export interface CalendarLine {
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

/** The events of a calendar file, without what is inside of them, such as alarms. */
export function readCalendarEvents(text: string): CalendarEvent[] {
  const events: CalendarEvent[] = [];
  let open: { line: number; properties: Map<string, CalendarLine[]> } | null = null;
  let inner = 0;
  for (const { line, content } of unfolded(text)) {
    const { name, ...property } = propertyOf(content);
    if (name === 'BEGIN' && open !== null) inner += 1;
    else if (name === 'BEGIN' && property.value === 'VEVENT') open = { line, properties: new Map() };
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
    }
  }
  return events;
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

const longestValue = 20_000;

/** `DTSTART;TZID="Europe/Paris":20310601T200000` */
function propertyOf(content: string): CalendarLine & { readonly name: string } {
  const colon = endOfHead(content);
  const [name = '', ...parameters] = content.slice(0, colon).split(';');
  return {
    name: name.toUpperCase(),
    value: plainText(content.slice(colon + 1, colon + longestValue)),
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
