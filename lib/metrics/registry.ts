import {
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';

declare global {
  // Next bundles pages and the server separately, so what they share can't be a module variable.
  var programMetrics: Registry | undefined;
}

/** All metrics of this process, as Prometheus reads them. */
export const registry = (globalThis.programMetrics ??= new Registry());

type Described<Configuration> = Omit<Configuration, 'registers'>;

/** A number that only grows. Its name ends with `_total`. */
export function counter<Label extends string>(about: Described<CounterConfiguration<Label>>): Counter<Label> {
  const known = registry.getSingleMetric(about.name);
  return known instanceof Counter ? known : new Counter({ ...about, registers: [registry] });
}

/** A number that is read when Prometheus asks. */
export function gauge<Label extends string>(about: Described<GaugeConfiguration<Label>>): Gauge<Label> {
  const known = registry.getSingleMetric(about.name);
  return known instanceof Gauge ? known : new Gauge({ ...about, registers: [registry] });
}

/** How often something took how long, in seconds. Its name ends with `_seconds`. */
export function durations<Label extends string>(
  about: Described<HistogramConfiguration<Label>>,
): Histogram<Label> {
  const known = registry.getSingleMetric(about.name);
  if (known instanceof Histogram) return known;
  const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
  return new Histogram({ buckets, ...about, registers: [registry] });
}
