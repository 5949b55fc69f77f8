import { accessibilityFeatures, eventCategories, positionSchema } from '../contract/event';
import { mostImages } from '../contract/feed';
import { mostOfAddress, mostOfName } from '../contract/feed-text';
import { typedText, typedWords } from '../contract/typed-text';
import { focalPointSchema, imageSchema } from '../contract/values';
import {
  type Draft,
  findEvent,
  isMembers,
  keyedOf,
  listOf,
  type Members,
  replaced,
  stringOf,
  type Texts,
  textsOf,
  withMembers,
} from './draft';
import {
  type EventView,
  type FeedGalleryImage,
  type FeedImage,
  type Place,
  placeId,
  placeOfEvent,
} from './event-view';
import { keyFrom } from './keys';
import { checked, isWithin, type ProblemCode, refuse, type Result } from './result';
import { cleanTexts, lineProblem, nameProblem, textProblem } from './texts';

export type EventFields = Omit<EventView, 'key' | 'index' | 'sessionCount'>;

/** A new event without sessions. */
export function addEvent(
  draft: Draft,
  fields: Partial<EventFields> & Pick<EventFields, 'name'>,
): Result<{ readonly key: string }> {
  const refused = checked(problemsOf(draft, fields));
  if (refused !== null) return refused;
  const taken = keyedOf(draft.events).map(({ key }) => key);
  const key = keyFrom(cleanTexts(fields.name)[stringOf(draft.catalog['language'])] ?? '', taken);
  const event = { key, ...membersOf(fields, {}), sessions: [] };
  return { kind: 'changed', draft: { ...draft, events: [...draft.events, event] }, key };
}

/** Only what is given changes. Tickets that were named like the event get its new name. */
export function changeEvent(
  draft: Draft,
  key: string,
  fields: Partial<EventFields>,
): Result<{ readonly key: string }> {
  const found = findEvent(draft, key);
  if (found === undefined) return refuse('key', 'unknown');
  const refused = checked(problemsOf(draft, fields));
  if (refused !== null) return refused;
  const changed = withMembers(found.members, membersOf(fields, found.members));
  const events = replaced(draft.events, new Map([[found.index, changed]]));
  return { kind: 'changed', draft: renamedTickets({ ...draft, events }, key, found.members), key };
}

function renamedTickets(draft: Draft, event: string, before: Members): Draft {
  const [old, name] = [before['name'], findEvent(draft, event)?.members['name']];
  if (isSame(old, name)) return draft;
  const products = keyedOf(draft.products).map(({ index, members }) => {
    const tickets = listOf(members['tickets']).map((ticket) =>
      isMembers(ticket) && ticket['event'] === event && isSame(ticket['name'], old)
        ? { ...ticket, name }
        : ticket,
    );
    return [index, { ...members, tickets }] as const;
  });
  return { ...draft, products: replaced(draft.products, new Map(products)) };
}

function isSame(one: unknown, other: unknown): boolean {
  const inOrder = (value: unknown) => JSON.stringify(Object.entries(textsOf(value)).sort());
  return inOrder(one) === inOrder(other);
}

interface RemovedEvent {
  readonly sessions: number;
  /** The keys of the products that were removed, because all their tickets were for it. */
  readonly products: readonly string[];
  /** Combined tickets, which are without it now. */
  readonly changedProducts: readonly string[];
}

/** Removes an event with its sessions and with its tickets. */
export function removeEvent(draft: Draft, key: string): Result<RemovedEvent> {
  const found = findEvent(draft, key);
  if (found === undefined) return refuse('key', 'unknown');
  const others = new Map<number, Members | null>();
  const keys = { products: new Array<string>(), changedProducts: new Array<string>() };
  for (const product of keyedOf(draft.products)) {
    const tickets = listOf(product.members['tickets']);
    const left = tickets.filter((ticket) => !(isMembers(ticket) && ticket['event'] === key));
    if (left.length === tickets.length) continue;
    (left.length === 0 ? keys.products : keys.changedProducts).push(product.key);
    others.set(product.index, left.length === 0 ? null : { ...product.members, tickets: left });
  }
  const events = replaced(draft.events, new Map([[found.index, null]]));
  const products = replaced(draft.products, others);
  const sessions = listOf(found.members['sessions']).length;
  return { kind: 'changed', draft: { ...draft, events, products }, sessions, ...keys };
}

/** Changes a place in all events that take place there. */
export function changePlace(
  draft: Draft,
  old: Pick<Place, 'name' | 'address'>,
  place: Place,
): Result<{ readonly events: number }> {
  const refused = checked(placeProblems(place));
  if (refused !== null) return refused;
  const events = keyedOf(draft.events).flatMap(({ index, members }) => {
    const there = placeOfEvent(members);
    return there !== null && placeId(there) === placeId(old)
      ? [[index, { ...members, venue: venueOf(place, members['venue']) }] as const]
      : [];
  });
  if (events.length === 0) return refuse('place', 'unknown');
  return {
    kind: 'changed',
    draft: { ...draft, events: replaced(draft.events, new Map(events)) },
    events: events.length,
  };
}

/** A place as the feed has it, with what else its venue has there. */
function venueOf({ name, address, position }: Place, old: unknown): Members {
  return {
    ...(isMembers(old) ? old : {}),
    name: typedWords(name),
    address: typedWords(address),
    position,
  };
}

function membersOf(fields: Partial<EventFields>, old: Members): Members {
  const { name, description, place, meetingPoint, included, ...others } = fields;
  const isOld =
    place !== undefined && place !== null && placeId(place) === placeId(placeOfEvent(old) ?? noPlace);
  return {
    ...(name === undefined ? {} : { name: cleanTexts(name, textsOf(old['name'])) }),
    ...(description === undefined
      ? {}
      : { description: cleanTexts(description, textsOf(old['description'])) }),
    ...(place === undefined
      ? {}
      : { venue: place && (isOld ? withPosition(old['venue'], place) : venueOf(place, null)) }),
    ...(meetingPoint === undefined ? {} : { meetingPoint: anyTexts(meetingPoint, old['meetingPoint']) }),
    ...(included === undefined ? {} : { included: anyTexts(included, old['included']) }),
    ...others,
  };
}

/** The place that it was stays as it is written. */
const withPosition = (venue: unknown, { position }: Place): Members => ({
  ...(isMembers(venue) ? venue : {}),
  position,
});

const noPlace = { name: '', address: '' };

/** Null without a text in any language. */
function anyTexts(texts: Texts, old: unknown): Texts | null {
  const clean = cleanTexts(texts, textsOf(old));
  return Object.keys(clean).length === 0 ? null : clean;
}

function problemsOf(draft: Draft, fields: Partial<EventFields>): Record<string, ProblemCode | null> {
  const { name, description, place, meetingPoint, included, category, accessibility, minimumAge } = fields;
  const { image, images, languages } = fields;
  const known = (words: readonly string[], given: readonly string[]) =>
    given.every((word) => words.includes(word)) ? null : 'invalid';
  return {
    name: name === undefined ? null : nameProblem(draft, name),
    description: textProblem(description ?? {}),
    meetingPoint: ownLineProblem(draft, meetingPoint),
    included: ownLineProblem(draft, included),
    category: known(eventCategories, category ? [category] : []),
    languages: languages?.every((language) => /^[a-z]{2}$/.test(language)) === false ? 'invalid' : null,
    accessibility: known(accessibilityFeatures, accessibility ?? []),
    minimumAge:
      minimumAge === undefined || minimumAge === null || isWithin(minimumAge, 1, 99) ? null : 'invalid',
    image: image === undefined || image === null ? null : imageProblem(image),
    images: imagesProblem(images ?? []),
    ...(place ? placeProblems(place) : {}),
  };
}

/** A text that need not be there; if it is, also in the language of the catalogue. */
function ownLineProblem(draft: Draft, texts: Texts = {}): ProblemCode | null {
  return Object.keys(cleanTexts(texts)).length === 0 ? null : nameProblem(draft, texts);
}

function placeProblems({ name, address, position }: Place): Record<string, ProblemCode | null> {
  return {
    'place.name': typedText(name) === '' ? 'missing' : name.length > mostOfName ? 'invalid' : null,
    'place.address': address.length > mostOfAddress ? 'invalid' : null,
    'place.position': positionSchema.nullable().safeParse(position).success ? null : 'invalid',
  };
}

function imageProblem({ alternative, ...image }: FeedImage): ProblemCode | null {
  if (typedText(image.contentUrl) === '') return 'missing';
  return imageSchema.omit({ alternative: true }).safeParse(image).success
    ? lineProblem(alternative)
    : 'invalid';
}

function imagesProblem(images: readonly FeedGalleryImage[]): ProblemCode | null {
  if (images.length > mostImages) return 'too_many';
  for (const image of images) {
    const problem = imageProblem(image);
    if (problem !== null) return problem;
    if (!focalPointSchema.nullable().safeParse(image.focalPoint).success) return 'invalid';
  }
  return null;
}
