/** A limit for reads of a service that answers nothing at all. */
export interface Silence {
  /** Something came from the service. */
  heard(): void;
  /** Aborted with a TimeoutError when nothing came from the service since now; `end` stops the watch. */
  watch(): { signal: AbortSignal; end: () => void };
}

/**
 * A page that says after three seconds that the service can't be reached is better than one that says so after fifteen. A
 * service under load answers others meanwhile, and is waited for.
 */
export function silenceLimit(milliseconds: number): Silence {
  let heardAt = -Infinity;
  return {
    heard: () => {
      heardAt = performance.now();
    },
    watch: () => {
      const controller = new AbortController();
      let waitedFrom = performance.now();
      const check = () => {
        if (heardAt > waitedFrom) waitedFrom = heardAt;
        else controller.abort(new DOMException('the service is silent', 'TimeoutError'));
      };
      // After what has arrived is read: this process may have been busy itself.
      const timer = setInterval(() => setImmediate(check), milliseconds);
      return { signal: controller.signal, end: () => clearInterval(timer) };
    },
  };
}
