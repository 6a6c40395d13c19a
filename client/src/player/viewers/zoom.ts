/** Computes the zoom and position of a picture in a frame. Lengths are in CSS pixels. Pure. */

export type Size = { width: number; height: number };
export type Point = { x: number; y: number };
/** View of a picture. At `scale` 1 it fits the frame; `x` and `y` are the offset of its centre from the frame's centre. */
export type View = { scale: number; x: number; y: number };

export const FITTED: View = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 8;
const STEP = 1.35;

/** Returns the size of the picture fitted into the frame. A small picture is not enlarged. */
export function fitToFrame(picture: Size, frame: Size): Size {
  if (picture.width <= 0 || picture.height <= 0) return { width: 0, height: 0 };
  const factor = Math.min(1, frame.width / picture.width, frame.height / picture.height);
  return { width: picture.width * factor, height: picture.height * factor };
}

/** Keeps the picture in the frame. A smaller picture is centred, a larger one leaves no gaps. */
export function clampView(view: View, fitted: Size, frame: Size): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale));
  const room = (size: number, space: number): number => Math.max(0, (size * scale - space) / 2);
  const within = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value)) || 0;
  return { scale, x: within(view.x, room(fitted.width, frame.width)), y: within(view.y, room(fitted.height, frame.height)) };
}

/** Zooms around a point, which is given relative to the frame's centre. */
export function zoomAt(view: View, factor: number, point: Point, fitted: Size, frame: Size): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor));
  const ratio = scale / view.scale;
  return clampView({ scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }, fitted, frame);
}

export const zoomIn = (view: View, fitted: Size, frame: Size): View => zoomAt(view, STEP, { x: 0, y: 0 }, fitted, frame);
export const zoomOut = (view: View, fitted: Size, frame: Size): View => zoomAt(view, 1 / STEP, { x: 0, y: 0 }, fitted, frame);

export function pan(view: View, by: Point, fitted: Size, frame: Size): View {
  return clampView({ ...view, x: view.x + by.x, y: view.y + by.y }, fitted, frame);
}

/** Returns the zoom factor for a wheel event. Touchpads send many small events. */
export const wheelFactor = (deltaY: number): number => Math.exp(-Math.max(-60, Math.min(60, deltaY)) * 0.005);
