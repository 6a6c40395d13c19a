import type { Vectors } from '../index/model.ts';
import type { Segment } from '../index/segment.ts';

/** A segment to merge. `raw` segments come from `invert` and have no compound parts. */
export type Source = { segment: Segment; deleted: Uint32Array | null; vectors?: Vectors | undefined; raw?: true };
