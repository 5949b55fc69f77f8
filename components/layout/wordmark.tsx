/** A folded leaflet and the shop's name. */
export function Wordmark({ name }: { name: string }) {
  return (
    <>
      <svg viewBox="0 0 20 24" className="h-6 w-5 flex-none" aria-hidden="true">
        <path d="M0 2 10 6v18L0 20Z" className="fill-ink" />
        <path d="M20 2 10 6v18l10-4Z" className="fill-accent" />
      </svg>
      <span>{name}</span>
    </>
  );
}
