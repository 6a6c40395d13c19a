/** Messages of the exercise page (client/public/h5p/player.js) and of packages. What comes from a frame is believed no further than its form. */

const MOST = 20_000;

type FrameMessage = { height: number } | { failed: true } | { percent: number };

/** Height of the exercise in pixels, what somebody reached in it, or that it cannot be played; null when the message is none of ours. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { context, height, failed, scaled } = data as Record<string, unknown>;
  if (context !== 'exercise') return null;
  if (failed === true) return { failed };
  if (typeof scaled === 'number') return scaled >= 0 && scaled <= 1 ? { percent: Math.round(scaled * 100) } : null;
  if (typeof height !== 'number' || !Number.isFinite(height) || height <= 0) return null;
  return { height: Math.min(MOST, Math.ceil(height)) };
}
