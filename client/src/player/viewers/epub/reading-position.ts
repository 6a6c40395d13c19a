import { chapterOf, type Epub } from './epub.ts';
import { storePosition, readPosition } from '../../playback/preferences.ts';

/** A chapter, and an anchor or the share of the chapter from 0 to 1. */
export type Position = { chapter: number; at: string | number };

/** Returns the remembered position of the book, or its beginning. */
export function rememberedPosition(key: string): Position {
  const [chapter, share] = (readPosition(key) ?? '').split(':').map(Number);
  return chapter && Number.isInteger(chapter) ? { chapter, at: share || 0 } : { chapter: 0, at: share || 0 };
}

/** Remembers the scroll position of a chapter. */
export function keepScroll(key: string, chapter: number, { scrollTop, scrollHeight, clientHeight }: Element): void {
  storePosition(key, `${chapter}:${(scrollTop / Math.max(1, scrollHeight - clientHeight)).toFixed(3)}`);
}

/** Returns the entry of the contents that names the position, if any. */
export function entryAt(book: Epub, chapter: number): Epub['contents'][number] | undefined {
  return book.contents.findLast(({ path }) => belongs(book, path, chapter));
}

/**
 * Returns whether an entry of the contents can name the position: it starts at or before the chapter; outside of the reading order only in the
 * chapter itself.
 */
function belongs({ spine, linear }: Epub, path: string, chapter: number): boolean {
  const index = chapterOf(spine, path);
  return chapter < linear ? index >= 0 && index <= chapter : index === chapter;
}

/** Returns the position that a link of the book leads to. */
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
