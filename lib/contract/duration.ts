/** An ISO 8601 duration in hours and minutes: PT2H, PT90M, PT1H30M. */
export const durationPattern = /^PT(?:(\d{1,5})H(?:(\d{1,6})M)?|(\d{1,6})M)$/;

/** `PT1H30M` → 90; null: it is none in hours and minutes. */
export function minutesOf(duration: string): number | null {
  const match = durationPattern.exec(duration);
  return match === null ? null : Number(match[1] ?? 0) * 60 + Number(match[2] ?? match[3] ?? 0);
}
