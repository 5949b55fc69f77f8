/** The goal for the 99th percentile of the time to an answer. */
export const mostMilliseconds = 2_000;

/** What one program of visitors does. */
export interface VisitorsTask {
  /** The addresses of the storefront's processes. */
  origins: string[];
  /** The shop's own address, which redirects name. */
  shopUrl: string;
  /** The number of the first of all visitors, and how many there are. */
  first: number;
  visitors: number;
  /** Which of them are sent by this program. */
  share: { index: number; of: number };
  /** When the first of all visitors comes (milliseconds since 1970), and within how many seconds the last of them. */
  beginsAt: number;
  seconds: number;
  /** The page that each of them opens first. */
  path: string;
  /** The most connections to each process. */
  connections: number;
  /** Visitors who have no result after so many seconds leave. */
  mostSeconds: number;
}

/** What happened. Times are milliseconds since 1970. */
export interface VisitorsReport {
  bought: number;
  /** When each visitor who was told that nothing is left came, and was told. */
  told: { came: number; at: number }[];
  /** Visitors who left without a result. */
  unfinished: number;
  /** How often a page told a visitor to come back later. */
  waits: number;
  /** How long each answer took, with its redirects and with requests that were repeated. */
  milliseconds: number[];
  /** Of answers that took longer than the goal: their number by the kind of request and the status. */
  slow: Record<string, number>;
  /** The number of answers by status. */
  answers: Record<string, number>;
  /** Requests whose connection broke or was refused; each was repeated. */
  lost: number;
  /** Why; and pages that no visitor expects. */
  failures: Record<string, number>;
  /** How much later than planned a visitor came: more than a little means that this program was too slow. */
  latest: number;
  endsAt: number;
  cpuSeconds: number;
}
