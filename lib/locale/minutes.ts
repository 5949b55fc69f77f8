/** 90 → "1 h 30 min"; "" for 0. */
export function minutesText(total: number): string {
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  // The symbols of the units are the same in all our languages.
  return [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : ''].filter(Boolean).join(' ');
}

/** The minutes of an ISO 8601 duration in hours and minutes, such as PT1H30M; null: it is none. */
export function minutesOf(duration: string): number | null {
  const match = /^PT(?:(\d{1,5})H(?:(\d{1,6})M)?|(\d{1,6})M)$/.exec(duration);
  return match === null ? null : Number(match[1] ?? 0) * 60 + Number(match[2] ?? match[3] ?? 0);
}
