import type { PictureView } from '@/lib/storefront/common/catalogue/views';
import { Poster } from './poster';

interface PictureProps {
  picture: PictureView | null;
  /** What the drawing follows from if there is no picture. */
  seed: string;
  /** The name of the event or product, which a drawn poster carries. */
  title: string;
  lang?: string | undefined;
  /** The name is beside it in the same link. */
  decorative?: boolean;
  eager?: boolean;
  /** A small square on a phone. */
  small?: boolean;
}

export function Picture(props: PictureProps) {
  const { picture, seed, title, lang, decorative = false, eager = false, small = false } = props;
  const shape = small ? 'aspect-square sm:aspect-[3/2]' : 'aspect-[3/2]';
  return (
    <div className={`${shape} overflow-hidden bg-paper-deep`}>
      {picture === null ? (
        <div className="relative h-full" aria-hidden="true">
          <Poster seed={seed} />
          {/* The name is in the page's text, too. */}
          <div
            className={`absolute inset-x-0 bottom-0 bg-accent px-4 pt-2 pb-3 text-on-accent ${small ? 'max-sm:hidden' : ''}`}
          >
            <p lang={lang} className="line-clamp-3 text-heading font-extrabold">
              {title}
            </p>
          </div>
        </div>
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
