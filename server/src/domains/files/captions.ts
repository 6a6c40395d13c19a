/** Caption files as WebVTT. Pure. */
import { AppError } from '@fundus/contract/errors';
import { stripTags } from '@fundus/contract/markup';

const TIME = /^((?:\d{1,3}:)?\d{1,2}:\d{2})[.,](\d{1,3})\s+-->\s+((?:\d{1,3}:)?\d{1,2}:\d{2})[.,](\d{1,3})(.*)$/;

/** Maximum numbers of characters in a line and in a cue, and of cues in a file. */
export const CAPTION_LIMITS = { line: 5_000, cue: 20_000, cues: 50_000 } as const;

/**
 * Returns WebVTT text with at least one cue, from WebVTT or SubRip; `null` for anything else. Throws `too_large` with the limit in
 * `details.rule` (`line`, `cue`, `cues`) and `details.most`.
 */
export function toWebVtt(text: string): string | null {
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (/^WEBVTT(\s|$)/.test(lines)) return checked(lines);
  return fromSubRip(lines);
}

function checked(text: string): string | null {
  const lines = text.split('\n');
  if (!lines.some((line) => line.length <= CAPTION_LIMITS.line && TIME.test(line.trim()))) return null;
  requireLimits(lines);
  return text;
}

function requireLimits(lines: readonly string[]): void {
  let cue = 0;
  let cues = 0;
  for (const line of lines) {
    if (line.length > CAPTION_LIMITS.line) throw beyond('line');
    cue = line.trim() === '' ? 0 : cue + line.length + 1;
    if (cue > CAPTION_LIMITS.cue) throw beyond('cue');
    if (cue === line.length + 1) cues += 1;
    if (cues > CAPTION_LIMITS.cues) throw beyond('cues');
  }
}

const beyond = (rule: keyof typeof CAPTION_LIMITS): AppError =>
  new AppError('too_large', { field: 'file', details: { rule, most: CAPTION_LIMITS[rule] } });

function fromSubRip(text: string): string | null {
  const cues: string[] = [];
  for (const block of text.split(/\n[ \t]*\n+/)) {
    const lines = block.trim().split('\n');
    const at = lines.slice(0, 2).findIndex((line) => line.length <= CAPTION_LIMITS.line && TIME.test(line.trim()));
    if (at < 0) continue;
    requireLimits(lines);
    const [, from, fromMs, to, toMs] = TIME.exec(lines[at]!.trim())!;
    const words = lines
      .slice(at + 1)
      .map(cleanLine)
      .filter(Boolean);
    if (words.length) cues.push(`${time(from!, fromMs!)} --> ${time(to!, toMs!)}\n${words.join('\n')}`);
    if (cues.length > CAPTION_LIMITS.cues) throw beyond('cues');
  }
  return cues.length ? `WEBVTT\n\n${cues.join('\n\n')}\n` : null;
}

const time = (clock: string, ms: string): string => {
  const parts = clock.split(':').map((part) => part.padStart(2, '0'));
  return `${parts.length === 2 ? '00:' : ''}${parts.join(':')}.${ms.padEnd(3, '0')}`;
};

/** Removes fonts and positions of other programs. WebVTT has bold, italics and underlining too. */
const cleanLine = (line: string): string =>
  stripTags(line.replace(/\{\\[^{}]*\}/g, ''), (tag) => (/^<\/?[biu]>$/i.test(tag) ? tag : ''))
    .replace(/-->/g, '→')
    .trim();
