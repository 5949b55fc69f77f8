import type { Spot } from './schema-org-spot';

/** schema.org names its kinds of Event `…Event`, except these four. */
export function isEvent(node: Spot): boolean {
  return node
    .types()
    .some((type) => /^(?:[A-Za-z]*Event|EventSeries|Festival|Hackathon|CourseInstance)$/.test(type));
}
