import { chapterOf, type Epub } from './epub.ts';
import { storePosition, readPosition } from '../../playback/preferences.ts';

/** A chapter, and a position in it: an anchor, or a share of the chapter from 0 to 1. */
export type Position = { chapter: number; at: string | number };

/** Returns the stored position in the book, or its beginning. */
export function rememberedPosition(key: string): Position {
  const [chapter, share] = (readPosition(key) ?? '').split(':').map(Number);
  return chapter && Number.isInteger(chapter) ? { chapter, at: share || 0 } : { chapter: 0, at: share || 0 };
}

/** Stores the scroll position in a chapter. */
export function storeScrollPosition(key: string, chapter: number, { scrollTop, scrollHeight, clientHeight }: Element): void {
  storePosition(key, `${chapter}:${(scrollTop / Math.max(1, scrollHeight - clientHeight)).toFixed(3)}`);
}

/** Returns the entry of the table of contents for the position, if any. */
export function entryAt(book: Epub, chapter: number): Epub['contents'][number] | undefined {
  return book.contents.findLast(({ path }) => belongs(book, path, chapter));
}

/**
 * Returns whether an entry of the table of contents may be the current one. In the reading order it must start at or before the chapter; outside of
 * it, the entry must be the chapter itself.
 */
function belongs({ spine, linear }: Epub, path: string, chapter: number): boolean {
  const index = chapterOf(spine, path);
  return chapter < linear ? index >= 0 && index <= chapter : index === chapter;
}

/** Returns the position to which a link within the book leads. */
export function positionOf({ spine }: Epub, path: string): Position {
  return { chapter: chapterOf(spine, path), at: decodeAnchor(path.split('#')[1] ?? '') || 0 };
}

function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
