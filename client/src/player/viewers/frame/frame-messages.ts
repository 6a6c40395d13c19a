/** Parses messages from the page that plays exercises (client/public/h5p/player.js) and from the package runtime. The messages are untrusted. */
import type { UnitState } from '@fundus/contract/assignments/assignments';

const MAX_HEIGHT = 20_000;
const MAX_NAME = 300;
/** Maximum size in characters of a package's state that is kept while the viewer is open. */
const MAX_KEPT = 2_000_000;

export type FrameMessage =
  | { height: number }
  | { failed: true }
  | { percent: number }
  | { kept: string }
  | { unit: string; state: UnitState }
  | FrameTrouble;

/** Problem of a package: a missing file, a blocked host, or frames that cannot access each other. */
export type FrameTrouble = { trouble: 'missing' | 'blocked' | 'origin'; name: string };

/** Returns the validated message, or `null` if it is invalid. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { context, height, failed, scaled, kept, unit, ...rest } = data as Record<string, unknown>;
  if (context !== 'exercise') return null;
  if (failed === true) return { failed };
  if (typeof scaled === 'number') return scaled >= 0 && scaled <= 1 ? { percent: Math.round(scaled * 100) } : null;
  if (typeof kept === 'string') return kept.length <= MAX_KEPT ? { kept } : null;
  if (typeof unit === 'object' && unit !== null) return readUnit(unit as Record<string, unknown>);
  const trouble = parseFrameProblem(rest);
  if (trouble) return trouble;
  if (typeof height !== 'number' || !Number.isFinite(height) || height <= 0) return null;
  return { height: Math.min(MAX_HEIGHT, Math.ceil(height)) };
}

const STATUSES: readonly unknown[] = ['passed', 'failed', 'completed', 'incomplete'] satisfies UnitState['status'][];

function readUnit({ id, cmi, status, scaled, begun, ended }: Record<string, unknown>): FrameMessage | null {
  if (typeof id !== 'string' || id.length > MAX_NAME || !STATUSES.includes(status)) return null;
  if (scaled !== null && !(typeof scaled === 'number' && scaled >= 0 && scaled <= 1)) return null;
  const values = typeof cmi === 'object' && cmi !== null ? Object.entries(cmi) : [];
  // Drops objects: empty lists of the data model are objects without values.
  const simple = values.filter(([, value]) => value === null || ['string', 'number', 'boolean'].includes(typeof value));
  const state = {
    cmi: Object.fromEntries(simple),
    status: status as UnitState['status'],
    scaled,
    begun: begun === true,
    ended: ended === true,
  };
  return { unit: id, state };
}

function parseFrameProblem({ missing, blocked, needs }: Record<string, unknown>): FrameTrouble | null {
  if (typeof missing === 'string' && missing !== '') return { trouble: 'missing', name: missing.slice(0, MAX_NAME) };
  if (typeof blocked === 'string' && /^[\w.:-]+$/.test(blocked)) return { trouble: 'blocked', name: blocked.slice(0, MAX_NAME) };
  return needs === 'origin' ? { trouble: 'origin', name: '' } : null;
}
