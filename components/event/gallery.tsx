import { useTranslations } from 'next-intl';
import type { EventView } from '@/lib/storefront/common/catalogue/views';
import { Picture } from '../ui/picture';

/** The other pictures of an event and its venue: a row that is moved sideways. */
export function Gallery({ gallery, lang }: Pick<EventView, 'gallery'> & { lang: string | undefined }) {
  const t = useTranslations('shop.event');
  if (gallery.length === 0) return null;
  return (
    <section className="pt-16" aria-labelledby="pictures-title">
      <h2 id="pictures-title" className="text-heading">
        {t('pictures')}
      </h2>
      {/* It can be moved with the keyboard, too. */}
      <ul
        tabIndex={0}
        aria-labelledby="pictures-title"
        className="flex snap-x snap-mandatory gap-4 overflow-x-auto pt-4 pb-2"
      >
        {gallery.map((picture) => (
          <li key={picture.src} className="w-[min(85%,24rem)] shrink-0 snap-start">
            <figure>
              <Picture picture={picture} seed={picture.src} />
              <Caption {...picture} lang={lang} />
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

type CaptionProps = Pick<EventView['gallery'][number], 'place' | 'credit'> & { lang: string | undefined };

function Caption({ place, credit, lang }: CaptionProps) {
  if (place === '' && credit === null) return null;
  return (
    <figcaption className="pt-2 text-small leading-5 wrap-anywhere">
      {place === '' ? null : (
        <span className="block" lang={lang}>
          {place}
        </span>
      )}
      {credit === null ? null : <span className="text-ink-soft">{credit}</span>}
    </figcaption>
  );
}
