import type { ReactNode } from 'react';
import type { PictureView, ThingView } from '@/lib/storefront/common/catalogue/views';
import { Picture } from './picture';

/** An issuer's text. The HTML must be sanitized already; lib/storefront does so when it reads it. */
export function Prose({ sanitizedHtml, lang }: { sanitizedHtml: string; lang: string | undefined }) {
  if (sanitizedHtml === '') return null;
  return <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: sanitizedHtml }} />;
}

interface HeroProps {
  thing: ThingView;
  lang: string | undefined;
  /** Directly below the name. */
  line?: ReactNode;
  children?: ReactNode;
}

/** The description, or its beginning. */
function Lead({ thing, lang }: Pick<HeroProps, 'thing' | 'lang'>) {
  return thing.isShort ? (
    <Prose sanitizedHtml={thing.sanitizedHtml} lang={lang} />
  ) : (
    <p className="max-w-text font-serif text-lead" lang={lang}>
      {thing.lead}
    </p>
  );
}

export function Hero({ thing, lang, line, children }: HeroProps) {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-6 pt-4 pb-4 md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] md:pt-8 md:pb-8">
      <div className="flex flex-col gap-4">
        <h1 className="text-title font-extrabold" lang={lang}>
          {thing.name}
        </h1>
        {line}
        <Lead thing={thing} lang={lang} />
        {children}
      </div>
      {/* On a phone one sees first what it is. */}
      <div className="max-md:order-first">
        <Picture picture={thing.picture} seed={thing.id} eager />
        <Credit picture={thing.picture} />
      </div>
    </div>
  );
}

interface HeroWithChoiceProps extends HeroProps {
  /** What one chooses, and with what one goes on. */
  choice: ReactNode;
}

/** On a wide screen the choice begins directly below the name, beside the picture and the text; else it follows them. */
export function HeroWithChoice({ thing, lang, line, choice, children }: HeroWithChoiceProps) {
  return (
    <div className="grid grid-cols-1 gap-x-12 pt-4 md:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] md:grid-rows-[auto_1fr_auto] md:pt-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,11fr)] lg:grid-rows-[auto_auto_1fr] lg:pt-4">
      <div className="flex flex-col gap-4 pb-4 lg:col-span-2 lg:flex-row lg:items-baseline lg:justify-between lg:gap-x-8 lg:pb-5">
        <h1 className="text-title font-extrabold lg:text-[3rem]" lang={lang}>
          {thing.name}
        </h1>
        {line}
      </div>
      <div className="flex flex-col gap-4 pb-4 md:pb-8 lg:col-start-1 lg:row-start-3">
        <Lead thing={thing} lang={lang} />
        {children}
      </div>
      {/* On a phone one sees first what it is. */}
      <div className="pb-6 max-md:order-first md:col-start-2 md:row-span-2 md:row-start-1 md:pb-8 lg:col-start-1 lg:row-span-1 lg:row-start-2 lg:pb-5">
        <Picture picture={thing.picture} seed={thing.id} eager />
        <Credit picture={thing.picture} />
      </div>
      <div className="md:col-span-2 lg:col-span-1 lg:col-start-2 lg:row-span-2 lg:row-start-2">{choice}</div>
    </div>
  );
}

/** Who has to be named beside a picture. */
export function Credit({ picture }: { picture: Pick<PictureView, 'credit'> | null }) {
  return picture === null || picture.credit === null ? null : (
    <p className="pt-1 text-small wrap-anywhere text-ink-soft">{picture.credit}</p>
  );
}

/** The rest of the description, after the choices. */
export function About({ title, thing, lang }: { title: string; thing: ThingView; lang: string | undefined }) {
  if (thing.isShort) return null;
  return (
    <section className="grid gap-x-12 gap-y-2 border-t border-rule pt-8 mt-16 md:grid-cols-[3fr_8fr]">
      <h2 className="text-heading">{title}</h2>
      <Prose sanitizedHtml={thing.sanitizedHtml} lang={lang} />
    </section>
  );
}
