/** A box that has to be ticked before its form is sent: works without scripts, and no single press does it. */
export function ConfirmBox({ label }: { label: string }) {
  return (
    <label className="flex min-h-target items-center gap-3">
      <input type="checkbox" name="confirmed" value="yes" required className="size-5" />
      {label}
    </label>
  );
}
