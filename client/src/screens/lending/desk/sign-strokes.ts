/** What a finger, pen or mouse draws, as few points in a field of a fixed size (docs/behaviour/lending.md#signatures). */
import {
  MAX_SIGN_POINTS,
  MAX_STROKES,
  SIGN_HEIGHT,
  SIGN_WIDTH,
  type Signature,
  type Strokes,
} from '@fundus/contract/lending/orders/signature';

export type Stroke = Strokes[number];
type At = Stroke[number];

/** Of one stroke, so that others have room. */
const MAX_OF_STROKE = 120;

type Box = { left: number; top: number; width: number; height: number };
const within = (share: number, most: number): number => Math.min(most, Math.max(0, Math.round(share * most)));
/** Where on the field something is that is there on the screen. */
export const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }, { left, top, width, height }: Box): At => [
  within((clientX - left) / (width || 1), SIGN_WIDTH),
  within((clientY - top) / (height || 1), SIGN_HEIGHT),
];

function distanceTo([x, y]: At, [ax, ay]: At, [bx, by]: At): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy);
  return length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs(dy * (x - ax) - dx * (y - ay)) / length;
}

/** Points that lie within so much of the line between others are left out (Ramer–Douglas–Peucker). */
function thin(points: Stroke, tolerance: number): Stroke {
  const kept = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [from, to] = range;
    let [farthest, most] = [-1, tolerance];
    for (let i = from + 1; i < to; i++) {
      const far = distanceTo(points[i]!, points[from]!, points[to]!);
      if (far > most) [farthest, most] = [i, far];
    }
    if (farthest !== -1) {
      kept.add(farthest);
      open.push([from, farthest], [farthest, to]);
    }
  }
  return points.filter((_, i) => kept.has(i));
}

const roomIn = (strokes: Strokes): number => MAX_SIGN_POINTS - strokes.reduce((sum, { length }) => sum + length, 0);
export const isFull = (strokes: Strokes): boolean => strokes.length >= MAX_STROKES || roomIn(strokes) < 2;

/** With one stroke more, as coarse as it must be to have room. */
export function addStroke(strokes: Strokes, drawn: Stroke): Strokes {
  const most = Math.min(MAX_OF_STROKE, roomIn(strokes));
  if (isFull(strokes) || drawn.length === 0) return strokes;
  let stroke = thin(drawn, 0.75);
  for (let tolerance = 1.5; stroke.length > most; tolerance *= 2) stroke = thin(drawn, tolerance);
  return [...strokes, stroke];
}

/** What somebody has said of themselves so far: drawn, or confirmed with their name. */
export type Signing = { name: string; strokes: Strokes; confirmed: boolean };
export const beginSigning = (name: string): Signing => ({ name, strokes: [], confirmed: false });

/** Null: they have not signed. */
export const signatureOf = ({ name, strokes, confirmed }: Signing): Signature | null =>
  name.trim() !== '' && (strokes.length > 0 || confirmed) ? { name: name.trim(), strokes } : null;

/** Signed, and nobody says by whom. */
export const lacksName = ({ name, strokes, confirmed }: Signing): boolean => name.trim() === '' && (strokes.length > 0 || confirmed);
