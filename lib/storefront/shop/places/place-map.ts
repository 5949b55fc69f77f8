import type { Position } from '../../../contract/event';

/** How large a drawing may become, in its own units: CSS pixels where it is shown as large as it is. */
export interface MapSize {
  readonly width: number;
  readonly least: number;
  readonly most: number;
  /** Between the middles of two markers: as much as a finger or a mouse needs. */
  readonly gap: number;
}

export interface MapPoint {
  readonly number: number;
  readonly position: Position;
}

/** One place, or several that are too close to each other for markers of their own. */
export interface MapMarker {
  readonly x: number;
  readonly y: number;
  /** In order. */
  readonly numbers: readonly number[];
  /** The middle of its places. */
  readonly position: Position;
}

export interface PlaceMap {
  readonly width: number;
  readonly height: number;
  readonly markers: readonly MapMarker[];
  /** A round distance, and how long it is on the map; null where the map spans so much that no length is right. */
  readonly scale: { readonly meters: number; readonly length: number } | null;
  /** Where the visitor is, if that is on the map. */
  readonly from: { readonly x: number; readonly y: number } | null;
  /** The numbers of places that are so far from all others that a map with them would show nothing else. */
  readonly outside: readonly number[];
}

/** Of latitude, on a sphere with the mean radius of the earth. */
const metersPerDegree = 111_195;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The middle of a list of numbers. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The meridian at which the map is cut: in the middle of the widest gap, so that no group of places is divided. */
function cutOf(longitudes: readonly number[]): number {
  const sorted = [...longitudes].sort((a, b) => a - b);
  const gaps = sorted.map((longitude, index) => {
    const next = sorted[index + 1] ?? (sorted[0] ?? 0) + 360;
    return { middle: (longitude + next) / 2, width: next - longitude };
  });
  const widest = gaps.reduce((a, b) => (b.width > a.width ? b : a), { middle: 180, width: 0 });
  return widest.middle;
}

/** Meters to the east and to the south, by a cylinder that is exact in the middle of the places. */
function projection(positions: readonly Position[]) {
  const cut = cutOf(positions.map(({ longitude }) => longitude));
  const latitudes = positions.map(({ latitude }) => latitude);
  const middle = (Math.min(...latitudes) + Math.max(...latitudes)) / 2;
  const narrowing = Math.max(0.05, Math.cos((middle * Math.PI) / 180));
  const eastOfCut = (longitude: number) => (((longitude - cut) % 360) + 360) % 360;
  return ({ latitude, longitude }: Position): Point => ({
    x: eastOfCut(longitude) * metersPerDegree * narrowing,
    y: -latitude * metersPerDegree,
  });
}

/** A tenth of the places at most, and only if they are this many times as far from the middle as all others. */
const muchFarther = 6;
const leastSpread = 500;

/** The indices of points that are far from all others. */
function outliers(points: readonly Point[]): ReadonlySet<number> {
  if (points.length < 4) return new Set();
  const centre = { x: median(points.map(({ x }) => x)), y: median(points.map(({ y }) => y)) };
  const byDistance = points
    .map((point, index) => ({ index, distance: Math.hypot(point.x - centre.x, point.y - centre.y) }))
    .sort((a, b) => a.distance - b.distance);
  const first = Math.min(points.length - 1, Math.ceil(points.length * 0.9));
  const cut = byDistance.findIndex(({ distance }, rank) => {
    const before = byDistance[rank - 1]?.distance ?? 0;
    return rank >= first && distance > muchFarther * Math.max(before, leastSpread);
  });
  return new Set(cut < 0 ? [] : byDistance.slice(cut).map(({ index }) => index));
}

/** A map is at least this many meters wide, so that two entrances of one house do not look like two towns. */
const leastWidth = 400;

function boundsOf(points: readonly Point[]) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return { left, right, top, bottom, width: right - left, height: bottom - top };
}

/** The visitor is drawn unless the map would then show less than half as much of the places. */
function withVisitor(points: readonly Point[], from: Point | null) {
  const bounds = boundsOf(points);
  if (from === null) return { bounds, isShown: false };
  const larger = boundsOf([...points, from]);
  const size = ({ width, height }: typeof bounds) => Math.max(width, height, leastWidth);
  const isShown = size(larger) <= 2 * size(bounds);
  return { bounds: isShown ? larger : bounds, isShown };
}

/** Between the edge and the middle of a marker, beside half of its gap. */
const edge = 2;

/** Where meters are in a drawing of this size. */
function fit(bounds: ReturnType<typeof boundsOf>, { width, least, most, gap }: MapSize) {
  const margin = gap / 2 + edge;
  const inner = width - 2 * margin;
  const [spanX, spanY] = [Math.max(bounds.width, 1), Math.max(bounds.height, 1)];
  const perMeter = Math.min(inner / spanX, (most - 2 * margin) / spanY, inner / leastWidth);
  const height = Math.round(Math.min(most, Math.max(least, spanY * perMeter + 2 * margin)));
  const [middleX, middleY] = [(bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2];
  const at = ({ x, y }: Point): Point => ({
    x: width / 2 + (x - middleX) * perMeter,
    y: height / 2 + (y - middleY) * perMeter,
  });
  return { at, perMeter, height };
}

/** The longest distance of 1, 2 or 5 and zeros that is at most a third of the map. */
function chooseScale(perMeter: number, width: number): PlaceMap['scale'] {
  const longest = width / 3 / perMeter;
  const power = 10 ** Math.floor(Math.log10(longest));
  const meters = [5, 2, 1].map((step) => step * power).find((each) => each <= longest) ?? power;
  return { meters, length: meters * perMeter };
}

type Drawn = MapPoint & Point;
type Cluster = Point & { readonly members: readonly Drawn[] };

function joined(members: readonly Drawn[]): Cluster {
  const mean = (value: (one: Drawn) => number) =>
    members.reduce((sum, one) => sum + value(one), 0) / members.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y), members };
}

/** Markers that would cover each other become one, until none does. There are at most as many as have room. */
function clustered(points: readonly Drawn[], gap: number): Cluster[] {
  // Thousands of places are first put together by squares, so that few are compared with each other.
  const squares = new Map<string, Drawn[]>();
  for (const point of points) {
    const key = `${Math.floor(point.x / gap)} ${Math.floor(point.y / gap)}`;
    const square = squares.get(key) ?? [];
    squares.set(key, square);
    square.push(point);
  }
  const isCrowded = points.length > 400;
  let clusters = (isCrowded ? [...squares.values()] : points.map((point) => [point])).map(joined);
  for (;;) {
    const next: Cluster[] = [];
    for (const cluster of clusters) {
      const close = next.findIndex(({ x, y }) => Math.hypot(x - cluster.x, y - cluster.y) < gap);
      const other = next[close];
      if (other === undefined) next.push(cluster);
      else next[close] = joined([...other.members, ...cluster.members]);
    }
    if (next.length === clusters.length) return next;
    clusters = next;
  }
}

const tenths = (value: number) => Math.round(value * 10) / 10;

/** The mean of positions of one map, also on both sides of the meridian of 180°. */
function middleOf(members: readonly Drawn[]): Position {
  const [first] = members;
  const near = (longitude: number) => {
    const difference = longitude - (first?.position.longitude ?? 0);
    return difference > 180 ? longitude - 360 : difference < -180 ? longitude + 360 : longitude;
  };
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const longitude = mean(members.map(({ position }) => near(position.longitude)));
  return {
    latitude: mean(members.map(({ position }) => position.latitude)),
    longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude,
  };
}

function markerOf({ x, y, members }: Cluster): MapMarker {
  const numbers = members.map(({ number }) => number).sort((a, b) => a - b);
  return { x: tenths(x), y: tenths(y), numbers, position: middleOf(members) };
}

/** The widest map, in degrees of latitude, that has a scale: in a wider one it would be another at each edge. */
const mostWithScale = 15;

/**
 * A map of places: north is up, and a meter is as long to the east as to the north. Null without places. `from`: where
 * the visitor is.
 */
export function placeMap(
  points: readonly MapPoint[],
  size: MapSize,
  from: Position | null = null,
): PlaceMap | null {
  if (points.length === 0) return null;
  const positions = points.map(({ position }) => position);
  const far = outliers(positions.map(projection(positions)));
  // Exact in the middle of what is shown.
  const project = projection(positions.filter((_, index) => !far.has(index)));
  const projected = positions.map(project);
  const near = projected.filter((_, index) => !far.has(index));
  const visitor = from && project(from);
  const { bounds, isShown } = withVisitor(near, visitor);
  const { at, perMeter, height } = fit(bounds, size);
  const drawn = points.flatMap((point, index): Drawn[] => {
    const own = projected[index];
    return own === undefined || far.has(index) ? [] : [{ ...point, ...at(own) }];
  });
  const place = isShown && visitor !== null ? at(visitor) : null;
  const isWide = bounds.height > mostWithScale * metersPerDegree;
  return {
    width: size.width,
    height,
    markers: clustered(drawn, size.gap)
      .map(markerOf)
      .sort((a, b) => (a.numbers[0] ?? 0) - (b.numbers[0] ?? 0)),
    scale: isWide ? null : chooseScale(perMeter, size.width),
    from: place && { x: tenths(place.x), y: tenths(place.y) },
    outside: points.filter((_, index) => far.has(index)).map(({ number }) => number),
  };
}
