import { Poster } from './poster';

export interface PictureSource {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alternative: string;
}

/**
 * The picture of something in a box of three to two, or a poster drawn for it. `decorative` where the name stands
 * right beside it in the same link.
 */
export function Picture({
  picture,
  seed,
  decorative = false,
  eager = false,
}: {
  picture: PictureSource | null;
  seed: string;
  decorative?: boolean;
  eager?: boolean;
}) {
  return (
    <div className="aspect-[3/2] overflow-hidden bg-paper-deep">
      {picture === null ? (
        <Poster seed={seed} />
      ) : (
        // Drawings and pictures of issuers come through our own address as they are; there is nothing to optimize.
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
