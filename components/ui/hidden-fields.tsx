/** Values that a form sends without showing them, by their names. */
export function HiddenFields(values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
