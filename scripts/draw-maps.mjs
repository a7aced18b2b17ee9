import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './lib/run.mjs';
import { readLine } from './lib/command-line.mjs';

const {
  words: [folder],
} = readLine({
  name: 'bank:maps',
  words: 'FOLDER',
  least: 1,
  most: 1,
  about: `Draws the maps that an author may take for a question (R16.22), from the countries of Natural Earth
(public domain) as the package world-atlas has them in FOLDER. Nothing else needs that package.`,
});

const MAPS = join(root, 'src/web/desk/maps');
/** The side of a drawing, and of its picture, in pixels. */
const SIDE = 1000;
const PICTURE_SIDE = 1280;
/** How far a line may be from the shore, and how small an island may be, in pixels of the drawing. */
const TOLERANCE = 0.9;
const LEAST_AREA = 5;
const COLOURS = {
  sea: '#b7d3dc',
  shore: '#7ba3b1',
  land: '#f3ead4',
  border: '#cdbf9c',
  far: '#dfe3d6',
};

const radians = (degrees) => (degrees * Math.PI) / 180;
const mercator = (latitude) => Math.log(Math.tan(Math.PI / 4 + radians(latitude) / 2));

/** All of the earth but the Antarctic; it is cut through the Bering Strait. */
function world([longitude, latitude]) {
  const x = ((((longitude - 11 + 180) % 360) + 360) % 360) / 360;
  const north = mercator(79);
  const height = north - mercator(-57);
  const y = (north - mercator(Math.min(83.6, Math.max(-85, latitude)))) / height;
  const wide = SIDE * 0.98;
  const high = (wide * height) / (2 * Math.PI);
  return [(SIDE - wide) / 2 + x * wide, (SIDE - high) / 2 + y * high];
}

/** Lambert's azimuthal projection, which keeps areas. `across`: how many degrees of a great circle the side has. */
function around([longitude0, latitude0], across) {
  const [sin0, cos0] = [Math.sin(radians(latitude0)), Math.cos(radians(latitude0))];
  const scale = SIDE / radians(across);
  return ([longitude, latitude]) => {
    const [turn, high] = [radians(longitude - longitude0), radians(latitude)];
    const cosine = sin0 * Math.sin(high) + cos0 * Math.cos(high) * Math.cos(turn);
    const k = scale * Math.sqrt(2 / Math.max(0.05, 1 + cosine));
    const x = k * Math.cos(high) * Math.sin(turn);
    const y = k * (cos0 * Math.sin(high) - sin0 * Math.cos(high) * Math.cos(turn));
    return [SIDE / 2 + x, SIDE / 2 - y];
  };
}

const DRAWN = [
  { name: 'world', file: 'countries-50m.json', project: world, leaveOut: ['Antarctica'] },
  { name: 'europe', file: 'countries-50m.json', project: around([12.5, 52.6], 43) },
  {
    name: 'korea',
    file: 'countries-10m.json',
    project: around([127.9, 38.1], 11.4),
    near: ['North Korea', 'South Korea'],
    // Too small for the data.
    islets: [
      [130.866, 37.505, 5],
      [131.868, 37.241, 3],
    ],
  },
];

/** The points of each arc, in degrees. */
function arcsOf({ arcs, transform: { scale, translate } }) {
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]) => {
      [x, y] = [x + dx, y + dy];
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
}

/** Without the points that are nearer to the line between others than `TOLERANCE` (Douglas and Peucker). */
function simplified(points) {
  if (points.length < 3) return points;
  const [[x0, y0], [x1, y1]] = [points[0], points.at(-1)];
  const length = Math.hypot(x1 - x0, y1 - y0);
  let [most, at] = [0, 0];
  points.forEach(([x, y], index) => {
    const off =
      length === 0
        ? Math.hypot(x - x0, y - y0)
        : Math.abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / length;
    if (off > most) [most, at] = [off, index];
  });
  if (most <= TOLERANCE) return [points[0], points.at(-1)];
  return [...simplified(points.slice(0, at + 1)), ...simplified(points.slice(at)).slice(1)];
}

/** The part of a ring within the drawing and a margin (Sutherland and Hodgman). */
function clipped(ring) {
  const [least, most] = [-20, SIDE + 20];
  let left = ring;
  for (const [axis, bound, sign] of [
    [0, least, 1],
    [0, most, -1],
    [1, least, 1],
    [1, most, -1],
  ]) {
    const isIn = (point) => sign * (point[axis] - bound) >= 0;
    left = left.flatMap((point, index) => {
      const before = left.at(index - 1);
      if (isIn(before) === isIn(point)) return isIn(point) ? [point] : [];
      const part = (bound - before[axis]) / (point[axis] - before[axis]);
      const on = before.map((from, n) => from + part * (point[n] - from));
      return isIn(point) ? [on, point] : [on];
    });
  }
  return left;
}

const area = (ring) =>
  Math.abs(
    ring.reduce((sum, [x, y], index) => {
      const [x0, y0] = ring.at(index - 1);
      return sum + x0 * y - x * y0;
    }, 0) / 2,
  );

/** As a path of whole tenths. */
const path = (points, end = '') => {
  const tenths = points.map(([x, y]) => [Math.round(x * 10), Math.round(y * 10)]);
  return tenths
    .map(([x, y], index) => {
      if (index === 0) return `M${x / 10} ${y / 10}`;
      const [x0, y0] = tenths[index - 1];
      return `l${(x - x0) / 10} ${(y - y0) / 10}`;
    })
    .join('')
    .concat(end);
};

const isSeen = (points) =>
  points.some(([x, y]) => x > -20 && y > -20 && x < SIDE + 20 && y < SIDE + 20);
/** A line from one edge of the world to the other. */
const isTorn = (points) =>
  points.some(([x], index) => index > 0 && Math.abs(x - points[index - 1][0]) > SIDE / 2);
/** No border is drawn across the peninsula to which two countries lay claim. */
const isLeftOut = ([[x, y]]) => x > 32 && x < 37 && y > 45 && y < 46.5;

function drawing({ file, project, leaveOut = [], near, islets = [] }, folder) {
  const topology = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const degrees = arcsOf(topology);
  const arcs = degrees.map((arc) => simplified(arc.map(project)));
  const uses = arcs.map(() => 0);
  const lands = { near: [], far: [] };
  for (const { arcs: shape, properties, type } of topology.objects.countries.geometries) {
    if (leaveOut.includes(properties.name)) continue;
    const isNear = near === undefined || near.includes(properties.name);
    for (const ring of (type === 'MultiPolygon' ? shape : [shape]).flat()) {
      const points = ring.flatMap((n) => (n < 0 ? arcs[~n].toReversed() : arcs[n]));
      if (!isSeen(points) || isTorn(points) || area(points) < LEAST_AREA) continue;
      for (const n of ring) uses[n < 0 ? ~n : n] += 1;
      lands[isNear ? 'near' : 'far'].push(path(clipped(points), 'z'));
    }
  }
  const lines = (wanted) =>
    arcs.flatMap((arc, n) => {
      if (uses[n] === 0 || uses[n] > 1 !== (wanted === 'border')) return [];
      // A country that lies on both sides of the date line is cut there.
      const isCut = degrees[n].every(([longitude]) => Math.abs(longitude) > 179.9);
      if (isCut || !isSeen(arc) || (wanted === 'border' && isLeftOut(degrees[n]))) return [];
      return path(arc);
    });
  const { sea, shore, land, border, far } = COLOURS;
  const line = (colour, width, paths) =>
    `<path d="${paths.join('')}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${PICTURE_SIDE}" height="${PICTURE_SIDE}">`,
    `<rect width="${SIDE}" height="${SIDE}" fill="${sea}"/>`,
    // Countries that touch leave no gap between them.
    `<path d="${lands.far.join('')}" fill="${far}" stroke="${far}"/>`,
    `<path d="${lands.near.join('')}" fill="${land}" stroke="${land}"/>`,
    line(border, 1.4, lines('border')),
    line(shore, 1.6, lines('shore')),
    ...islets.map(([x, y, radius]) => {
      const [cx, cy] = project([x, y]).map((at) => at.toFixed(1));
      return `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${land}" stroke="${shore}" stroke-width="1.6"/>`;
    }),
    '</svg>\n',
  ].join('\n');
}

mkdirSync(MAPS, { recursive: true });
for (const one of DRAWN) {
  const picture = await sharp(Buffer.from(drawing(one, folder)))
    .webp({ quality: 76 })
    .toBuffer();
  writeFileSync(join(MAPS, `${one.name}.webp`), picture);
  console.log(`${one.name}: ${picture.length} bytes`);
}
