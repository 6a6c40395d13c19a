/** Selects the captions to show and builds a transcript. Pure. */
import { normalizeText } from '@fundus/contract/unicode';
import type { Cue } from './webvtt.ts';

/** Returns the indexes of the cues to show at a time in seconds; several may overlap. `cues` must be sorted by start. */
export function dueCues(cues: readonly Cue[], time: number): number[] {
  const due: number[] = [];
  for (let i = 0; i < cues.length && cues[i]!.start <= time; i++) if (time < cues[i]!.end) due.push(i);
  return due;
}

/** Returns the track in the remembered language, else in the page's language, else the first track. */
export function chooseTrack<T extends { language: string | null }>(tracks: readonly T[], wish: string | null, page: string): T | null {
  const by = (code: string | null): T | undefined => tracks.find((track) => code !== null && base(track.language) === base(code));
  return by(wish) ?? by(page) ?? tracks[0] ?? null;
}

const base = (code: string | null): string => (code ?? '').toLowerCase().split('-')[0]!;

/** Line of the transcript: one or two sentences of a speaker. */
type TranscriptLine = { start: number; end: number; speaker: string | null; text: string };

const SENTENCE_END = /[.!?…:]["“”»«)’']*$/u;
/** Pause in seconds after which a new line starts even within a sentence. */
const PAUSE = 2.5;
const LONG = 240;

/** Joins captions, which are split to fit the screen, into sentences. */
export function transcriptFrom(cues: readonly Cue[]): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  for (const cue of cues) {
    const last = lines.at(-1);
    const goesOn = last && !SENTENCE_END.test(last.text) && cue.start - last.end < PAUSE && cue.speaker === last.speaker;
    if (!last || !goesOn || last.text.length > LONG) lines.push({ start: cue.start, end: cue.end, speaker: cue.speaker, text: cue.text });
    else Object.assign(last, { end: cue.end, text: `${last.text} ${cue.text}` });
  }
  return lines;
}

/** Returns the index of the line being spoken or last spoken, or -1 before the first line. */
export function currentLine(lines: readonly TranscriptLine[], time: number): number {
  return lines.findLastIndex((line) => line.start <= time + 0.05);
}

/** Returns the text in lower case, without accents and with `ß` as `ss`, and the original position of each character. */
function fold(text: string): { folded: string; at: number[] } {
  let folded = '';
  const at: number[] = [];
  let position = 0;
  for (const char of text) {
    const plain = normalizeText(char.toLowerCase(), 'NFD').replace(/\p{M}/gu, '').replace('ß', 'ss');
    for (let i = 0; i < plain.length; i++) at.push(position);
    folded += plain;
    position += char.length;
  }
  at.push(position);
  return { folded, at };
}

export type MarkedPiece = { text: string; mark: boolean };

/** Splits a text at the matches of a query. Ignores case and accents. Returns `null` if there is no match. */
export function splitAtMatches(text: string, sought: string, { wordStart = false } = {}): MarkedPiece[] | null {
  const needle = fold(sought.trim()).folded;
  if (needle === '') return [{ text, mark: false }];
  const { folded, at } = fold(text);
  const pieces: MarkedPiece[] = [];
  let done = 0;
  for (let hit = folded.indexOf(needle); hit >= 0; hit = folded.indexOf(needle, hit + needle.length)) {
    const [from, to] = [at[hit]!, at[hit + needle.length]!];
    if (from < done || to <= from || (wordStart && /[\p{L}\p{N}]/u.test(folded[hit - 1] ?? ''))) continue;
    if (from > done) pieces.push({ text: text.slice(done, from), mark: false });
    pieces.push({ text: text.slice(from, to), mark: true });
    done = to;
  }
  if (pieces.length === 0) return null;
  if (done < text.length) pieces.push({ text: text.slice(done), mark: false });
  return pieces;
}
