const minute = 60_000;

/** Now, and a time zone of the sea where it is about noon, so that hours before and after now are of the same day. */
export function midday() {
  const now = Date.now();
  const ahead = 12 - new Date(now).getUTCHours();
  return {
    timezone: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`,
    /** YYYY-MM-DD there. */
    today: new Date(now + ahead * 60 * minute).toISOString().slice(0, 10),
    /** So many minutes from now, in UTC. */
    at: (minutes: number) => new Date(now + minutes * minute).toISOString(),
  };
}
