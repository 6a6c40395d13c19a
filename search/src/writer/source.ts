import type { Vectors } from '../index/model.ts';
import type { Segment } from '../index/segment.ts';

/** `raw` segments come from `invert` and know nothing of parts. */
export type Source = { segment: Segment; deleted: Uint32Array | null; vectors?: Vectors | undefined; raw?: true };
