import { typedText } from '../contract/typed-text';
import { type Draft, isMembers, keyedOf, listOf, type Members, stringOf, type Texts, textsOf } from './draft';
import { type ProblemCode, refuse, type Result } from './result';
import { cleanTexts, lineProblem, nameProblem, textProblem } from './texts';

export type Path = readonly (string | number)[];

export type TranslatedThing =
  'catalog' | 'event' | 'session' | 'image' | 'product' | 'ticket' | 'form' | 'seatPlan';

/** A text that people read. */
export interface TextView {
  readonly path: Path;
  readonly thing: TranslatedThing;
  /** The key of the event, product, form or seat plan that it belongs to; of the catalogue. */
  readonly key: string;
  /** What it is: `name`, `description`, `included`, … */
  readonly member: string;
  readonly texts: Texts;
  /** It may have several lines. */
  readonly isLong: boolean;
  /** It is required in the language of the catalogue. */
  readonly isNeeded: boolean;
}

type Owner = Pick<TextView, 'thing' | 'key'>;

/** Every text of the document, in its order. Texts that need not be there are left out where they are not. */
export function allTexts(draft: Draft): TextView[] {
  return [
    ...textsIn(draft.catalog, ['catalog'], { thing: 'catalog', key: stringOf(draft.catalog['key']) }),
    ...keyedOf(draft['forms']).flatMap(({ key, index, members }) => formTexts(members, index, key)),
    ...keyedOf(draft['seatPlans']).flatMap(({ key, index, members }) => planTexts(members, index, key)),
    ...keyedOf(draft.events).flatMap(({ key, index, members }) => eventTexts(members, index, key)),
    ...keyedOf(draft.products).flatMap(({ key, index, members }) => productTexts(members, index, key)),
  ];
}

const long = ['description', 'helpText'];
const members = ['name', ...long, 'meetingPoint', 'included'];

/** The texts of one thing. */
function textsIn(thing: Members, path: Path, owner: Owner): TextView[] {
  return members.flatMap((member) => {
    const texts = textsOf(thing[member]);
    const isNeeded = member === 'name' && owner.thing !== 'session' && owner.thing !== 'form';
    if (Object.keys(texts).length === 0 && !isNeeded) return [];
    return { path: [...path, member], ...owner, member, texts, isLong: long.includes(member), isNeeded };
  });
}

function eventTexts(event: Members, index: number, key: string): TextView[] {
  const path = ['events', index];
  const { image, images, sessions } = event;
  return [
    ...textsIn(event, path, { thing: 'event', key }),
    ...imageTexts(image, [...path, 'image'], key),
    ...listOf(images).flatMap((one, place) => imageTexts(one, [...path, 'images', place], key)),
    ...eachOf(sessions, [...path, 'sessions'], { thing: 'session', key }),
  ];
}

function productTexts(product: Members, index: number, key: string): TextView[] {
  const path = ['products', index];
  return [
    ...textsIn(product, path, { thing: 'product', key }),
    ...imageTexts(product['image'], [...path, 'image'], key),
    ...eachOf(product['tickets'], [...path, 'tickets'], { thing: 'ticket', key }),
  ];
}

function formTexts(form: Members, index: number, key: string): TextView[] {
  const path = ['forms', index, 'fields'];
  return listOf(form['fields']).flatMap((field, place) => {
    if (!isMembers(field)) return [];
    const { label, helpText, options } = field;
    return [
      ...labelText(label, [...path, place, 'label'], { thing: 'form', key }),
      ...textsIn({ helpText }, [...path, place], { thing: 'form', key }),
      ...listOf(options).flatMap((option, of) =>
        isMembers(option)
          ? labelText(option['label'], [...path, place, 'options', of, 'label'], { thing: 'form', key })
          : [],
      ),
    ];
  });
}

function planTexts(plan: Members, index: number, key: string): TextView[] {
  const path = ['seatPlans', index];
  return [
    ...textsIn(plan, path, { thing: 'seatPlan', key }),
    ...eachOf(plan['zones'], [...path, 'zones'], { thing: 'seatPlan', key }),
    ...eachOf(plan['sections'], [...path, 'sections'], { thing: 'seatPlan', key }),
  ];
}

const eachOf = (list: unknown, path: Path, owner: Owner): TextView[] =>
  listOf(list).flatMap((thing, index) => (isMembers(thing) ? textsIn(thing, [...path, index], owner) : []));

const labelText = (label: unknown, path: Path, owner: Owner): TextView[] => [
  { path, ...owner, member: 'label', texts: textsOf(label), isLong: false, isNeeded: true },
];

/** What a picture shows, for who does not see it. */
function imageTexts(image: unknown, path: Path, key: string): TextView[] {
  if (!isMembers(image)) return [];
  const texts = textsOf(image['alternative']);
  const view = { thing: 'image', key, member: 'alternative', texts, isLong: false, isNeeded: false } as const;
  return [{ path: [...path, 'alternative'], ...view }];
}

export interface MissingText {
  readonly view: TextView;
  /** Those that it has not. */
  readonly languages: readonly string[];
}

/** The texts that are not there in all of these languages. */
export function missingTexts(draft: Draft, languages: readonly string[]): MissingText[] {
  return allTexts(draft).flatMap((view) => {
    const missing = languages.filter((language) => typedText(view.texts[language] ?? '') === '');
    return missing.length === 0 ? [] : { view, languages: missing };
  });
}

/** Writes a text in some languages; an empty one is taken away. Other languages stay as they are. */
export function putTexts(draft: Draft, path: Path, texts: Texts): Result<object> {
  const [top = '', ...rest] = path;
  const view = allTexts(draft).find((one) => isSamePath(one.path, path));
  if (view === undefined) return refuse('path', 'unknown');
  const merged = cleanTexts({ ...view.texts, ...texts }, view.texts);
  const problem = problemOf(draft, view, merged);
  if (problem !== null) return refuse('texts', problem);
  return { kind: 'changed', draft: { ...draft, [top]: withValue(draft[top], rest, merged) } };
}

function problemOf(draft: Draft, { isNeeded, isLong }: TextView, texts: Texts): ProblemCode | null {
  if (isNeeded) return nameProblem(draft, texts);
  return isLong ? textProblem(texts) : lineProblem(texts);
}

const isSamePath = (one: Path, other: Path) =>
  one.length === other.length && one.every((part, index) => part === other[index]);

/** The thing with another value at a path that it has. */
function withValue(thing: unknown, [part, ...rest]: Path, value: unknown): unknown {
  if (part === undefined) return value;
  if (Array.isArray(thing))
    return thing.map((one: unknown, index) => (index === part ? withValue(one, rest, value) : one));
  return isMembers(thing) ? { ...thing, [part]: withValue(thing[part], rest, value) } : thing;
}
