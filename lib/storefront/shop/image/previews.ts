import { join } from 'node:path';
import { languages } from '../../../locale/languages';
import { getAppContext, type AppContext } from '../../../runtime/app-context';
import { drawPreview, type Preview, type PreviewPiece } from './draw-preview';
import { createImageCache, type StoredImage } from '../../common/image/image-cache';
import { ImagesBusy, inLine } from '../../common/image/image-encode';
import { loadImage } from './images';
import { load, need, type Loaded } from '../../common/request/load';
import { shopName } from '../../common/catalogue/shop-name';
import { catalogView } from '../../common/catalogue/views';

/** So many pictures may wait; photographs, which customers wait for, find room behind them. */
const mostWaiting = 5;

/** What is drawn, as the address of a picture in the cache. */
interface Source {
  readonly preview: Preview;
  /** Of the event with a photograph, its identifiers and the address of the photograph. */
  readonly photograph: readonly [catalogId: string, eventId: string, source: string] | null;
}

let cache: ReturnType<typeof createImageCache> | undefined;

function previewCache({ config, log }: AppContext) {
  cache ??= createImageCache({
    folder: join(config.images.folder, 'previews'),
    extension: 'jpeg',
    bring: draw,
    onProblem: (error, problem) =>
      log.warn({ err: error, problem }, 'the picture of a link could not be renewed or kept'),
  });
  return cache;
}

async function draw(source: string) {
  const { preview, photograph } = JSON.parse(source) as Source;
  const image = photograph === null ? null : await loadImage(photograph[0], 'events', photograph[1]);
  // A photograph that can't be fetched now may be fetched tomorrow, when the picture is drawn again.
  const bytes = image?.kind === 'loaded' ? image.value.bytes : null;
  return inLine(() => drawPreview(preview, bytes), mostWaiting);
}

/** The picture that other sites show beside a link to an event, as JPEG of 1200 × 630 pixels. */
export async function loadPreview(
  [asked, catalogId, eventId]: readonly [language: string, catalogId: string, eventId: string],
  posterPieces: (seed: string) => readonly PreviewPiece[],
): Promise<Loaded<StoredImage>> {
  const language = languages.find((one) => one === asked);
  if (language === undefined) return { kind: 'missing' };
  const read = await load([catalogId, eventId], async ({ client }) => {
    const [catalog, event] = await Promise.all([
      client.getCatalog(catalogId, { language }),
      client.getEvent(catalogId, eventId, { language }),
    ]);
    return { catalog: catalogView(need(catalog), language), event: need(event) };
  });
  if (read.kind !== 'loaded') return read;
  const { catalog, event } = read.value;
  const source: Source = {
    preview: {
      title: event.name,
      place: event.venue?.name ?? '',
      from: `${catalog.name} · ${shopName()}`,
      accent: catalog.accent,
      pieces: posterPieces(eventId),
    },
    photograph: event.image ? [catalogId, eventId, event.image.contentUrl] : null,
  };
  const runtime = await getAppContext();
  try {
    return { kind: 'loaded', value: await previewCache(runtime).get(JSON.stringify(source)) };
  } catch (error) {
    if (!(error instanceof ImagesBusy)) throw error;
    return { kind: 'unavailable', busy: true };
  }
}
