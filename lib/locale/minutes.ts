/** 90 → "1 h 30 min"; "" for 0. */
export function minutesText(total: number): string {
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  // The symbols of the units are the same in all our languages.
  return [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : ''].filter(Boolean).join(' ');
}
