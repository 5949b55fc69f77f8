/** Postcodes, with what of them names a district; the first kind that an address has counts. */
const postcodes = [
  // British ones: `EC3N 4AB`.
  /\b([A-Z]{1,2}\d[A-Z\d]?)\s*\d[A-Z]{2}\b/i,
  // Dutch ones: `1012 AB`.
  /\b(\d{4})\s?[A-Z]{2}\b/,
  // French, German, Italian, Spanish and others.
  /\b(\d{5})\b/,
  // Belgian, Austrian, Swiss and others; a house number has no town behind it.
  /\b(\d{4})\b(?=\s+\p{L}{3})/u,
];

const longest = 40;

/**
 * The district of an address by its postcode: "75011 Paris", "London EC3N", "N4". Without one, the last part of the
 * address; empty if there are no parts.
 */
export function districtOf(address: string): string {
  const parts = address.split(',').map((part) => part.trim().replaceAll(/\s+/g, ' '));
  for (const postcode of postcodes) {
    const part = parts.findLast((each) => postcode.test(each));
    const [whole = '', code = ''] = postcode.exec(part ?? '') ?? [];
    if (part === undefined || code === '') continue;
    const short = code.toUpperCase();
    const town = part.replace(whole, '');
    // A street stands in the same part.
    return /\d/.test(town) || part.length > longest ? short : part.replace(whole, short);
  }
  const last = parts.at(-1) ?? '';
  return parts.length > 1 && !/\d/.test(last) && last.length <= longest ? last : '';
}

/** The district of a postcode that was typed alone: `EC3N` of `EC3N4AB`; undefined for another text. */
export function districtOfPostcode(typed: string): string | undefined {
  const found = postcodes.slice(0, 2).map((postcode) => postcode.exec(typed.toUpperCase()));
  return found.find((match) => match?.[0].length === typed.length)?.[1];
}
