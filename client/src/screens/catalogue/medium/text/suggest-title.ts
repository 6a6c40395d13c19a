/** Suggests a title for an excerpt, based on chapters or captions. Pure. */
import { MAX_EXCERPT_TITLE } from '@fundus/contract/catalogue/excerpts';
import type { Cue } from '../../../../player/captions/webvtt.ts';
import type { Chapter } from '../../../../player/controls/chapters.ts';

/** Maximum distance in seconds at which an excerpt counts as starting with a chapter. */
const NEAR = 3;
const MAX = Math.min(60, MAX_EXCERPT_TITLE);

/** Returns the title of the chapter that starts with the excerpt or contains it, else the first spoken words. Returns '' if neither is known. */
export function suggestTitle(
  { start, end }: { start: number; end: number },
  chapters: readonly Chapter[],
  cues: readonly Pick<Cue, 'start' | 'text'>[],
): string {
  const chapter =
    chapters.find((each) => Math.abs(each.start - start) <= NEAR) ?? chapters.find((each) => each.start <= start && end <= each.end + NEAR);
  if (chapter?.title) return shorten(chapter.title);
  const cueText = cues.find((cue) => cue.start >= start - 1 && cue.start < end)?.text ?? '';
  return shorten(cueText.replace(/\s+/g, ' ').trim().replace(/\.$/, ''));
}

/** Shortens a text to the maximum length, if possible between two words. */
function shorten(text: string): string {
  if (text.length <= MAX) return text;
  const cut = text.slice(0, MAX - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX / 2)).trimEnd()}…`;
}
