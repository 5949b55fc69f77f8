import { isEvent } from './schema-org-kinds';
import { isNode, type Spot } from './schema-org-spot';

// Deeper than any page that has events somewhere.
const deepest = 64;
const looked = 'an Event is looked for at the top, in lists there, and in "@graph"; there is none';

/**
 * If no event is where events are looked for, but elsewhere: an error that says where. Such a document is refused
 * as a whole, because it may be one page of several, and what is on no page would be retired. Yields regularly.
 */
export function* refuseWrapped(root: Spot, nodes: readonly Spot[]): Generator<undefined, boolean> {
  if (nodes.some(isEvent)) return false;
  if (
    isNode(root.value) &&
    root.list('items').some((item) => !item.at('data').isAbsent && !item.at('state').isAbsent)
  ) {
    root
      .at('items')
      .fail(
        `${looked}. This is a page of an OpenActive feed, which has only a part of the events: OpenActive is not read; a ` +
          'list of all events as schema.org Events is needed',
      );
    return true;
  }
  const events: Spot[] = [];
  const seen = new Set<unknown>();
  const waiting = [{ spot: root, levels: deepest }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield;
    const { spot, levels } = next;
    if (seen.has(spot.value) || levels === 0) continue;
    seen.add(spot.value);
    if (isNode(spot.value) && isEvent(spot)) events.push(spot);
    else for (const inner of spot.inside().reverse()) waiting.push({ spot: inner, levels: levels - 1 });
  }
  const [first] = events;
  if (first === undefined) return false;
  first.fail(
    `${looked}. Here is one, of ${events.length}: a list of all events is needed, with their "@context"`,
  );
  return true;
}
