/** Messages of the exercise page (client/public/h5p/player.js). What comes from a frame is believed no further than its form. */

const MOST = 20_000;

type FrameMessage = { height: number } | { failed: true };

/** Height of the exercise in pixels, or that it cannot be played; null when the message is none of ours. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { context, height, failed } = data as Record<string, unknown>;
  if (context !== 'exercise') return null;
  if (failed === true) return { failed };
  if (typeof height !== 'number' || !Number.isFinite(height) || height <= 0) return null;
  return { height: Math.min(MOST, Math.ceil(height)) };
}
