/** Lists and objects down to this level are written member by member: sessions and offers are the fourth level of a feed. */
const levelsInPieces = 4;

/** The same text as `JSON.stringify`. Yields for each member, so that a text of megabytes does not delay other requests. */
export function* writeJson(value: unknown): Generator<undefined, string> {
  const pieces: string[] = [];
  for (const piece of piecesOf(value, levelsInPieces)) {
    yield;
    pieces.push(piece);
  }
  return pieces.join('');
}

function* piecesOf(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  yield isList ? '[' : '{';
  for (const [i, [name, one]] of entries.entries()) {
    yield `${i === 0 ? '' : ','}${isList ? '' : `${JSON.stringify(name)}:`}`;
    yield* piecesOf(one, levels - 1);
  }
  yield isList ? ']' : '}';
}
