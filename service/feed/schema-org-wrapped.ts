import { isEvent } from './schema-org-kinds';
import { isNode, type DocumentPart } from './schema-org-part';

const looked = 'An Event is looked for at the top, in lists there, and in "@graph"; there is none';

/**
 * If no event is where events are looked for, but elsewhere: an error that says where. Such a document is refused
 * as a whole, because it may be one page of several, and what is on no page would be retired. Yields regularly.
 */
export function* refuseWrapped(root: DocumentPart): Generator<undefined, boolean> {
  if (yield* some(topOf(root), isEvent)) return false;
  if (yield* some(root.at('items').each(), isPaged)) {
    root
      .at('items')
      .fail(
        `${looked}. This is a page of an OpenActive feed, which has only a part of the events: OpenActive is not read; a ` +
          'list of all events as schema.org Events is needed.',
      );
    return true;
  }
  const events: DocumentPart[] = [];
  for (const part of root.nested(isEventNode)) {
    yield;
    if (isEventNode(part)) events.push(part);
  }
  const [first] = events;
  if (first === undefined) return false;
  first.fail(
    `${looked}. Here is one, of ${events.length}: a list of all events is needed, with their "@context".`,
  );
  return true;
}

/** The documents and the nodes of their graphs, without a check. */
function* topOf(root: DocumentPart): Generator<DocumentPart> {
  for (const document of root.each()) {
    yield document;
    yield* document.at('@graph').each();
  }
}

function* some(
  parts: Iterable<DocumentPart>,
  isIt: (part: DocumentPart) => boolean,
): Generator<undefined, boolean> {
  for (const part of parts) {
    yield;
    if (isIt(part)) return true;
  }
  return false;
}

function isEventNode(part: DocumentPart): boolean {
  return isNode(part.value) && isEvent(part);
}

/** An item of a page of the Realtime Paged Data Exchange, which OpenActive uses. */
function isPaged(item: DocumentPart): boolean {
  return !item.at('data').isAbsent && !item.at('state').isAbsent;
}
