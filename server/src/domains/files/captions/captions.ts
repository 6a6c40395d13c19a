/**
 * Converts captions in WebVTT, SubRip, SBV, TTML and SubStation Alpha to WebVTT. Pure, but the readers of some formats must run in a child process.
 */
import { AppError } from '@fundus/contract/errors';
import { isWebVtt, readCues } from '@fundus/contract/captions/cue-blocks';
import { XmlProblem } from '@fundus/importer/xml/xml-problem';
import { isAss, readAss } from './ass.ts';
import { isTtml, readTtml } from './ttml.ts';
import { convertSubRipTags, convertWebVttTags, writeWebVtt, type WrittenCue } from './write-webvtt.ts';

/** Maximum numbers of characters per line, of characters per cue, and of cues per file. */
export const CAPTION_LIMITS = { line: 5_000, cue: 20_000, cues: 50_000 } as const;

/**
 * Returns the file as WebVTT with all of its text, or `null` if it has no cues. Throws `too_large` with the limit in `details.rule` (`line`, `cue`,
 * `cues`) and `details.most`, and `broken_file` with `details.line` for an invalid time.
 */
export function toWebVtt(text: string): string | null {
  const start = text.replace(/^\uFEFF/, '');
  if (isTtml(start)) return written(readXmlCaptions(text));
  if (isAss(start)) return written(readAss(text));
  const vtt = isWebVtt(start);
  const { cues, notes, unreadable } = readCues(text);
  if (unreadable !== null) throw unreadableLine(unreadable);
  if (cues.length === 0) return null;
  requireLimits(cues);
  const words = vtt ? convertWebVttTags : convertSubRipTags;
  return written(
    // Browsers expect cues to be sorted by start.
    cues
      .toSorted((a, b) => a.start - b.start)
      .map(({ id, lines, ...cue }) => ({ ...cue, ...(vtt && { id }), lines: lines.flatMap(words) })),
    notes,
  );
}

const unreadableLine = (line: number): AppError => new AppError('broken_file', { field: 'file', details: { rule: 'time', line } });

function readXmlCaptions(text: string): WrittenCue[] {
  try {
    return readTtml(text);
  } catch (error) {
    if (!(error instanceof XmlProblem)) throw error;
    throw new AppError('broken_file', { field: 'file', message: error.message, details: { rule: 'xml', line: error.line } });
  }
}

function written(all: readonly WrittenCue[], notes: readonly (readonly string[])[] = []): string | null {
  const cues = all.filter(({ lines }) => lines.length > 0);
  if (cues.length === 0) return null;
  requireLimits(cues);
  return writeWebVtt(cues, notes);
}

function requireLimits(cues: readonly WrittenCue[]): void {
  if (cues.length > CAPTION_LIMITS.cues) throw beyond('cues');
  for (const { lines } of cues) {
    if (lines.some((line) => line.length > CAPTION_LIMITS.line)) throw beyond('line');
    if (lines.reduce((sum, line) => sum + line.length + 1, 0) > CAPTION_LIMITS.cue) throw beyond('cue');
  }
}

const beyond = (rule: keyof typeof CAPTION_LIMITS): AppError =>
  new AppError('too_large', { field: 'file', details: { rule, most: CAPTION_LIMITS[rule] } });
