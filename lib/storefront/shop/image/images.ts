import { defaultLanguage } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import type { StoredImage } from '../../common/image/image-cache';
import { loadPicture } from '../../common/image/pictures';
import { load, need, type Loaded } from '../../common/request/load';

/** As WebP. The shop fetches the picture for the visitor, so that no other host learns of the visit. */
export async function loadImage(
  catalogId: string,
  kind: 'events' | 'products' | 'venues',
  id: string,
  number?: number,
): Promise<Loaded<StoredImage>> {
  // A page has many pictures, whose addresses hardly ever change.
  const call = { language: defaultLanguage, recent: true };
  const picture = await load([catalogId, id], async ({ client: { getEvent, getProduct } }) => {
    if (kind === 'products') return need(await getProduct(catalogId, id, call)).image;
    const { image, images, venue } = need(await getEvent(catalogId, id, call));
    const all = kind === 'events' ? images : venue?.images;
    return number === undefined && kind === 'events' ? image : all?.[number ?? 0];
  });
  if (picture.kind !== 'loaded') return picture;
  if (!picture.value) return { kind: 'missing' };
  return loadPicture(await getAppContext(), picture.value.contentUrl, { catalogId, kind, id, number });
}
