import type { PictureView } from '@/lib/storefront/views';
import { Poster } from './poster';

interface PictureProps {
  picture: PictureView | null;
  seed: string;
  decorative?: boolean;
  eager?: boolean;
}

/** `decorative`: the name is beside it in the same link. */
export function Picture({ picture, seed, decorative = false, eager = false }: PictureProps) {
  return (
    <div className="aspect-[3/2] overflow-hidden bg-paper-deep">
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
          className="h-full w-full object-cover"
        />
      )}
    </div>
  );
}
