/** The engine for portals. */
import type { Engine, OpenOptions } from './door.ts';
import { openEngine } from './engine.ts';

export function openPool(options: OpenOptions): Promise<Engine> {
  return openEngine(options);
}
