const name = '[A-Za-z][\\w:.-]*';
const attribute = `\\s+${name}="[^"<&]*(?:&(?:amp|lt|gt|quot|#\\d+);[^"<&]*)*"`;
const tag = new RegExp(`^<(/?)(${name})((?:${attribute})*)\\s*(/?)>`);
const text = /^(?:[^<&]|&(?:amp|lt|gt|quot|#\d+);)+/;

/** Why a document of elements, attributes and text is not well-formed XML; null if it is. */
export function xmlError(document: string): string | null {
  const open: string[] = [];
  let rest = document;
  while (rest !== '') {
    const found = tag.exec(rest);
    const characters = found === null && open.length > 0 ? text.exec(rest) : null;
    const length = found?.[0].length ?? characters?.[0].length ?? 0;
    if (length === 0) return `unexpected: ${rest.slice(0, 40)}`;
    if (found) {
      const [, closing, element = '', attributes = '', empty] = found;
      const names = [...attributes.matchAll(new RegExp(`\\s(${name})=`, 'g'))].map((match) => match[1]);
      if (new Set(names).size < names.length) return `an attribute twice: ${found[0]}`;
      if (closing === '/' && open.pop() !== element) return `closes what is not open: ${element}`;
      if (closing === '' && empty === '') open.push(element);
    }
    rest = rest.slice(length);
    if (open.length === 0 && rest !== '') return `after the end: ${rest.slice(0, 40)}`;
  }
  return open.length === 0 ? null : `not closed: ${open.join(', ')}`;
}
