/** Converts captions to WebVTT: WebVTT, SubRip, SBV, TTML, SubStation Alpha. Pure, except that the readers of some formats are not. */
import { AppError } from '@fundus/contract/errors';
import { isWebVtt, readCues } from '@fundus/contract/captions/cue-blocks';
import { XmlProblem } from '@fundus/importer/xml/xml-problem';
import { isAss, readAss } from './ass.ts';
import { isTtml, readTtml } from './ttml.ts';
import { convertSubRipTags, convertWebVttTags, writeWebVtt, type WrittenCue } from './write-webvtt.ts';

/** Maximum numbers of characters in a line and in a cue, and of cues in a file. */
export const CAPTION_LIMITS = { line: 5_000, cue: 20_000, cues: 50_000 } as const;

/**
 * Returns WebVTT with at least one cue and all text of the file; `null` for a file without cues. Throws `too_large` with the limit in
 * `details.rule` (`line`, `cue`, `cues`) and `details.most`, and `broken_file` with `details.line` for an invalid time.
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
    // Browsers expect cues in order of their start.
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
