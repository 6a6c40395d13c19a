/** Signatures of receivers at the desk (docs/behaviour/lending.md#signatures). */
import { z } from 'zod';
import { line } from '../../fields.ts';

/** Size of the signature field in its own units, independent of the screen. */
export const SIGN_WIDTH = 600;
export const SIGN_HEIGHT = 200;
export const MAX_STROKES = 40;
/** Maximum total number of points in all strokes. */
export const MAX_SIGN_POINTS = 600;

const Point = z.tuple([z.int().min(0).max(SIGN_WIDTH), z.int().min(0).max(SIGN_HEIGHT)]);
const countPoints = (strokes: readonly (readonly unknown[])[]): number => strokes.reduce((sum, { length }) => sum + length, 0);

export const Signature = z.object({
  /** Name of the signer. */
  name: line(120).min(1),
  /** Strokes as lists of points. Empty if the signer confirmed the receipt by name. */
  strokes: z
    .array(z.array(Point).min(1).max(MAX_SIGN_POINTS))
    .max(MAX_STROKES)
    .refine((strokes) => countPoints(strokes) <= MAX_SIGN_POINTS, { message: 'max' }),
});
export type Signature = z.output<typeof Signature>;
export type Strokes = Signature['strokes'];

/** Returns the strokes as a path for SVG and PDF. A single point becomes a line of length zero, which round line caps make visible. */
export const writePath = (strokes: Strokes): string =>
  strokes
    .map((points) => (points.length === 1 ? [points[0]!, points[0]!] : points))
    .map((points) => points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join(''))
    .join('');
