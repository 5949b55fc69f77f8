import type { DocumentPart } from './schema-org-part';

/** schema.org names its kinds of Event `…Event`, except these four. */
export function isEvent(node: DocumentPart): boolean {
  return node
    .types()
    .some((type) => /^(?:[A-Za-z]*Event|EventSeries|Festival|Hackathon|CourseInstance)$/.test(type));
}
