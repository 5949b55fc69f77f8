/** A folded leaflet: the sign of the shop. `className`: its size. */
export function Leaflet({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 20 24" className={`flex-none ${className}`} aria-hidden="true">
      <path d="M0 2 10 6v18L0 20Z" className="fill-ink" />
      <path d="M20 2 10 6v18l10-4Z" className="fill-accent" />
    </svg>
  );
}
