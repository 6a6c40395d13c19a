/** Last publication of the index with all its segments, for threads that start later. */
import { segmentBytes } from '../index/index-view.ts';
import type { Segment } from '../index/segment.ts';
import type { Publication } from './messages.ts';
import { releaseMemory } from './release.ts';

type Publications = {
  latest: Publication | null;
  /** Replaces the publication and frees segments that it no longer contains. */
  accept(publication: Publication): void;
  /** Returns the last publication with all segments; `null` before the first one. */
  complete(): Publication | null;
};

export function createPublications(): Publications {
  const segments = new Map<number, Segment>();
  const publications: Publications = {
    latest: null,
    accept(publication) {
      publications.latest = publication;
      for (const { id, segment } of publication.segments) if (segment !== null) segments.set(id, segment);
      for (const [id, segment] of segments) {
        if (publication.segments.some((live) => live.id === id)) continue;
        segments.delete(id);
        releaseMemory(segmentBytes(segment));
      }
    },
    complete() {
      const { latest } = publications;
      if (latest === null) return null;
      return { ...latest, segments: latest.segments.map((live) => ({ ...live, segment: live.segment ?? segments.get(live.id)! })) };
    },
  };
  return publications;
}
