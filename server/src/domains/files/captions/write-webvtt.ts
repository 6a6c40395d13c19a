/** Writes cues as WebVTT and escapes their text. Pure. */
import type { CueBlock } from '@fundus/contract/captions/cue-blocks';
import { splitTags } from '@fundus/contract/captions/cue-tags';

/** A cue whose lines contain WebVTT markup. */
export type WrittenCue = Pick<CueBlock, 'start' | 'end' | 'lines'> & Partial<Pick<CueBlock, 'id' | 'settings'>>;

export function writeWebVtt(cues: readonly WrittenCue[], notes: readonly (readonly string[])[] = []): string {
  const blocks = cues.map(({ id, start, end, settings, lines }) =>
    [...(id ? [id] : []), `${clock(start)} --> ${clock(end)}${settings ? ` ${settings}` : ''}`, ...lines].join('\n'),
  );
  return `${['WEBVTT', ...notes.map((note) => note.join('\n')), ...blocks].join('\n\n')}\n`;
}

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1_000);
  const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  return `${pad(Math.floor(ms / 3_600_000))}:${pad(Math.floor(ms / 60_000) % 60)}:${pad(Math.floor(ms / 1_000) % 60)}.${pad(ms % 1_000, 3)}`;
}

const ENTITY = /^&(?:amp|lt|gt|quot|apos|nbsp|shy|lrm|rlm|#\d{1,7}|#x[\da-f]{1,6});/i;

/** Escapes plain text. Character entities in the text are kept. */
export const escapeWords = (words: string): string =>
  words
    .replaceAll('-->', '→')
    .replace(/&/g, (sign, at: number) => (ENTITY.test(words.slice(at, at + 12)) ? sign : '&amp;'))
    .replaceAll('<', '&lt;');

/** Escapes plain text, including its ampersands. */
export const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('-->', '→');

/** Tags that exist only in WebVTT. */
const FOREIGN = new Set(['c', 'v', 'lang', 'ruby', 'rt']);
const STYLES: Readonly<Record<string, string>> = { b: 'b', strong: 'b', i: 'i', em: 'i', u: 'u' };

/** Converts the tags of a SubRip line. Bold, italics and underlining are kept, `<br>` becomes a line break, and other tags are removed. */
export function convertSubRipTags(line: string): string[] {
  // In SubViewer, `[br]` is a line break.
  return splitTags(withoutOverrides(line).replace(/\[br\]/gi, '<br>'))
    .map((piece) => {
      if ('text' in piece) return escapeWords(piece.text);
      const name = /^\/?([a-z]+)/i.exec(piece.tag)?.[1]?.toLowerCase() ?? '';
      if (name === 'br') return '\n';
      if (FOREIGN.has(name)) return escapeWords(`<${piece.tag}>`);
      const style = STYLES[name];
      return style === undefined ? '' : `<${piece.tag.startsWith('/') ? '/' : ''}${style}>`;
    })
    .join('')
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Converts a line of WebVTT and keeps its tags. */
export function convertWebVttTags(line: string): string[] {
  return splitTags(line)
    .map((piece) =>
      'text' in piece ? escapeWords(piece.text) : KEPT.test(piece.tag) ? `<${piece.tag}>` : /^br\b/i.test(piece.tag) ? '\n' : '',
    )
    .join('')
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean);
}
const KEPT = /^\/?(?:b|i|u|c|v|lang|ruby|rt)(?![a-z])|^\d|^\/$/i;

/** Removes overrides of SubStation Alpha, such as `{\an8}`, from a SubRip line. */
const withoutOverrides = (line: string): string => line.replace(/\{\\[^{}]*\}/g, '');
