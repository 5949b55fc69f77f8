/** It works without scripts, and a single click is not enough to send its form. */
export function ConfirmBox({ label, name = 'confirmed' }: { label: string; name?: string }) {
  return (
    <label className="flex min-h-target items-center gap-3">
      <input type="checkbox" name={name} value="yes" required className="size-5" />
      {label}
    </label>
  );
}
