import { useTranslations } from 'next-intl';

/** The title of the window. It stands beside the heading, so that a page reads nothing twice for it. */
export function WindowTitle({ title }: { title: string }) {
  const t = useTranslations('staff');
  return <title>{`${title} · ${t('metaTitle')}`}</title>;
}

interface PageTitleProps {
  readonly title: string;
  /** What tells this page from others of its kind, where the heading does not say it. */
  readonly of?: string;
  readonly lang?: string | undefined;
  readonly className?: string;
}

/** The heading of a page of the staff, and the title of its window. */
export function PageTitle({ title, of, lang, className = 'pt-6 pb-4' }: PageTitleProps) {
  return (
    <>
      <WindowTitle title={of === undefined ? title : `${title} · ${of}`} />
      <h1 lang={lang} className={`text-page wrap-anywhere ${className}`}>
        {title}
      </h1>
    </>
  );
}
