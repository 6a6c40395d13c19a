import { describe, expect, test } from 'vitest';
import { clampView, fitToFrame, FITTED, MAX_SCALE, pan, wheelFactor, zoomAt, zoomIn, zoomOut } from './zoom.ts';

const frame = { width: 800, height: 400 };
const picture = { width: 1600, height: 1200 };
const fitted = fitToFrame(picture, frame);

test('fits a picture into the frame without distorting or enlarging it', () => {
  expect(fitted.height).toBe(400);
  expect(fitted.width).toBeCloseTo(533.33);
  expect(fitToFrame({ width: 100, height: 50 }, frame)).toEqual({ width: 100, height: 50 });
  expect(fitToFrame({ width: 0, height: 0 }, frame)).toEqual({ width: 0, height: 0 });
});

describe('zoomAt', () => {
  test('keeps the point under the pointer in place', () => {
    const point = { x: 100, y: 60 };
    const before = FITTED;
    const after = zoomAt(before, 4, point, fitted, frame);
    // Picture coordinates of a point p in the frame: (p - shift) / scale.
    expect((point.x - after.x) / after.scale).toBeCloseTo((point.x - before.x) / before.scale);
    expect((point.y - after.y) / after.scale).toBeCloseTo((point.y - before.y) / before.scale);
  });
  test('limits the scale to the range between fitted size and maximum', () => {
    expect(zoomAt(FITTED, 0.1, { x: 0, y: 0 }, fitted, frame)).toEqual(FITTED);
    expect(zoomAt(FITTED, 1000, { x: 0, y: 0 }, fitted, frame).scale).toBe(MAX_SCALE);
  });
  test('zooms in and out symmetrically', () => {
    expect(zoomOut(zoomIn(FITTED, fitted, frame), fitted, frame).scale).toBeCloseTo(1);
  });
});

describe('pan', () => {
  test('does not move a picture that fits into the frame', () => expect(pan(FITTED, { x: 50, y: 50 }, fitted, frame)).toEqual(FITTED));
  test('leaves no gap between the picture and the frame', () => {
    const view = pan({ scale: 2, x: 0, y: 0 }, { x: 9_999, y: -9_999 }, fitted, frame);
    expect(view.x).toBeCloseTo((fitted.width * 2 - 800) / 2);
    expect(view.y).toBeCloseTo(-200);
  });
  test('adjusts the view to a smaller frame', () => {
    expect(clampView({ scale: 1, x: 300, y: 0 }, fitted, frame)).toEqual(FITTED);
  });
});

test('limits the zoom factor of a single wheel event', () => {
  expect(wheelFactor(-40) * wheelFactor(40)).toBeCloseTo(1);
  expect(wheelFactor(-10_000)).toBeLessThan(1.5);
});
