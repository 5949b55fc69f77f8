import type { PictureView } from '@/lib/storefront/common/catalogue/views';
import { Poster } from './poster';

interface PictureProps {
  picture: PictureView | null;
  /** What the drawing follows from if there is no picture. The name is beside it as text. */
  seed: string;
  /** The name is beside it in the same link. */
  decorative?: boolean;
  eager?: boolean;
  /** A small square on a phone. */
  small?: boolean;
}

/** In tenths, for which app/globals.css has rules: the pages allow no style of a single element. */
const tenths = (share: number | undefined) => (share === undefined ? undefined : Math.round(share * 10));

export function Picture({ picture, seed, decorative = false, eager = false, small = false }: PictureProps) {
  const shape = small ? 'aspect-square sm:aspect-[3/2]' : 'aspect-[3/2]';
  return (
    <div className={`${shape} overflow-hidden bg-paper-deep`}>
      {picture === null ? (
        <Poster seed={seed} />
      ) : (
        // Drawings and issuers' pictures are already served by the shop; there is nothing to optimize.
        // eslint-disable-next-line @next/next/no-img-element
        <img
          src={picture.src}
          alt={decorative ? '' : picture.alternative}
          width={picture.width}
          height={picture.height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          data-focus-x={tenths(picture.focalPoint?.x)}
          data-focus-y={tenths(picture.focalPoint?.y)}
          className="picture h-full w-full object-cover"
        />
      )}
    </div>
  );
}
