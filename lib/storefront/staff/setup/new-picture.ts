import { loadPicture, type PictureContext, sizeOf } from '../../common/image/pictures';
import { type PictureSize, pictureProblems } from './event-fields';
import { type Typed, textOf } from './typed';

/**
 * The size of a picture whose address was typed just now, fetched as the shop would; null: there is none, it is the one of `before`,
 * or its fields are wrong. `no_picture`: the shop could not show it.
 */
export async function sizeOfNewPicture(
  context: PictureContext,
  typed: Typed,
  before: Typed,
): Promise<PictureSize | null | 'no_picture'> {
  const address = textOf(typed, 'imageAddress');
  const isKnown = before['imageAddress']?.[0] === address;
  if (address === '' || isKnown || pictureProblems(typed, null) !== null) return null;
  const picture = await loadPicture(context, address, { of: 'a draft' });
  return picture.kind === 'loaded' ? sizeOf(picture.value) : 'no_picture';
}
