/** Every shape is a string of SVG; a poster is a list of them, drawn in order. */
export type Shape = string;

type Point = readonly [x: number, y: number];

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function stroke(colour: string, width: number): string {
  return `fill="none" stroke="${colour}" stroke-width="${round(width)}" stroke-linejoin="round" stroke-linecap="round"`;
}

export function rect(x: number, y: number, width: number, height: number, fill: string): Shape {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`;
}

export function disc(x: number, y: number, radius: number, fill: string): Shape {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`;
}

export function ring(x: number, y: number, radius: number, colour: string, width: number): Shape {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" ${stroke(colour, width)}/>`;
}

/** Half a disc: `up` has its round side above the line through (x, y). */
export function halfDisc(x: number, y: number, radius: number, side: 'up' | 'down', fill: string): Shape {
  const r = round(radius);
  const sweep = side === 'up' ? 1 : 0;
  return `<path d="M${round(x - radius)} ${round(y)}a${r} ${r} 0 0 ${sweep} ${round(radius * 2)} 0z" fill="${fill}"/>`;
}

export function polygon(points: readonly Point[], fill: string): Shape {
  return `<path d="M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}z" fill="${fill}"/>`;
}

export function line(points: readonly Point[], colour: string, width: number): Shape {
  return `<path d="M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}" ${stroke(colour, width)}/>`;
}

export function curve(path: string, colour: string, width: number): Shape {
  return `<path d="${path}" ${stroke(colour, width)}/>`;
}

export function area(path: string, fill: string): Shape {
  return `<path d="${path}" fill="${fill}"/>`;
}

/** A door or window: straight sides on the base line, a half circle above. */
export function arch(x: number, base: number, width: number, height: number, fill: string): Shape {
  const r = round(width / 2);
  const straight = round(height - width / 2);
  return `<path d="M${round(x)} ${round(base)}v-${straight}a${r} ${r} 0 0 1 ${round(width)} 0v${straight}z" fill="${fill}"/>`;
}

/** An arch upside down, hanging from the line `top`. */
export function hanging(x: number, top: number, width: number, length: number, fill: string): Shape {
  const r = round(width / 2);
  const straight = round(length - width / 2);
  return `<path d="M${round(x)} ${round(top)}v${straight}a${r} ${r} 0 0 0 ${round(width)} 0v-${straight}z" fill="${fill}"/>`;
}

/** Where a row of waves begins and ends, how long and how high each is, and how thick it is drawn. */
interface WaveRow {
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly length: number;
  readonly height: number;
  readonly width: number;
}

/** A line of even waves. */
export function wave(row: WaveRow, colour: string): Shape {
  const half = row.length / 2;
  const turns = Math.max(1, Math.round((row.to - row.from) / half));
  const first = `q${round(half / 2)} ${round(-row.height)} ${round(half)} 0`;
  const next = `t${round(half)} 0`.repeat(turns - 1);
  return curve(`M${round(row.from)} ${round(row.y)}${first}${next}`, colour, row.width);
}

/** A leaf standing on its tip: two arcs between (x, base) and a point above it. */
export function leaf(x: number, base: number, height: number, lean: number, fill: string): Shape {
  const radius = round(height * 1.15);
  const [dx, dy] = [round(lean), round(-height)];
  return `<path d="M${round(x)} ${round(base)}a${radius} ${radius} 0 0 1 ${dx} ${dy}a${radius} ${radius} 0 0 1 ${round(-lean)} ${round(height)}z" fill="${fill}"/>`;
}

export function turned(degrees: number, x: number, y: number, shapes: readonly Shape[]): Shape {
  return `<g transform="rotate(${round(degrees)} ${round(x)} ${round(y)})">${shapes.join('')}</g>`;
}

/** Only what lies inside `outline` (one shape) is seen. `id` must be unique in its poster. */
export function within(id: string, outline: Shape, shapes: readonly Shape[]): Shape {
  return `<clipPath id="${id}">${outline}</clipPath><g clip-path="url(#${id})">${shapes.join('')}</g>`;
}

/** `count` things in a row or grid, made from their index. */
export function repeat(count: number, draw: (index: number) => Shape | readonly Shape[]): Shape[] {
  return Array.from({ length: count }, (_, index) => draw(index)).flat();
}
