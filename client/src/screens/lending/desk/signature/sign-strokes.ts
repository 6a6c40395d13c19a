/** Simplifies signature strokes to few points in a field of fixed size (docs/behaviour/lending.md#signatures). */
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

/** Maximum number of points in a stroke, so that further strokes fit into the signature. */
const MAX_OF_STROKE = 120;

type Box = { left: number; top: number; width: number; height: number };
const within = (share: number, most: number): number => Math.min(most, Math.max(0, Math.round(share * most)));
/** Converts screen coordinates to field coordinates. */
export const toFieldCoordinates = ({ clientX, clientY }: { clientX: number; clientY: number }, { left, top, width, height }: Box): At => [
  within((clientX - left) / (width || 1), SIGN_WIDTH),
  within((clientY - top) / (height || 1), SIGN_HEIGHT),
];

function distanceTo([x, y]: At, [ax, ay]: At, [bx, by]: At): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy);
  return length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs(dy * (x - ax) - dx * (y - ay)) / length;
}

/** Removes points that are within `tolerance` of the line between their neighbours (Ramer–Douglas–Peucker). */
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
export const isSignatureFull = (strokes: Strokes): boolean => strokes.length >= MAX_STROKES || roomIn(strokes) < 2;

/** Returns the strokes with the drawn stroke added, which is simplified until it fits. */
export function addStroke(strokes: Strokes, drawn: Stroke): Strokes {
  const most = Math.min(MAX_OF_STROKE, roomIn(strokes));
  if (isSignatureFull(strokes) || drawn.length === 0) return strokes;
  let stroke = thin(drawn, 0.75);
  for (let tolerance = 1.5; stroke.length > most; tolerance *= 2) stroke = thin(drawn, tolerance);
  return [...strokes, stroke];
}

/** State of the signature form. `confirmed` is true if the signer confirms the receipt without drawing. */
export type SignatureForm = { name: string; strokes: Strokes; confirmed: boolean };
export const createSignatureForm = (name: string): SignatureForm => ({ name, strokes: [], confirmed: false });

/** Returns the signature, or `null` if the form is incomplete. */
export const signatureOf = ({ name, strokes, confirmed }: SignatureForm): Signature | null =>
  name.trim() !== '' && (strokes.length > 0 || confirmed) ? { name: name.trim(), strokes } : null;

/** Returns whether the form contains a drawing or a confirmation but no name. */
export const isMissingName = ({ name, strokes, confirmed }: SignatureForm): boolean =>
  name.trim() === '' && (strokes.length > 0 || confirmed);
