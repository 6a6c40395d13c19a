/** Parses WebVTT (W3C, https://www.w3.org/TR/webvtt1/) and, leniently, SubRip. The text of malformed cues is kept. Pure. */
import { readCues, type CueBlock } from '@fundus/contract/captions/cue-blocks';
import { decodeEntities, splitTags } from '@fundus/contract/captions/cue-tags';

/** Piece of a caption line with its style. */
export type CueSpan = { text: string; bold?: true; italic?: true; underline?: true; lang?: string };

export type Cue = {
  id: string;
  /** Start in seconds. */
  start: number;
  end: number;
  /** Speaker from a voice tag, or `null`. */
  speaker: string | null;
  lines: CueSpan[][];
  /** Joined text of all lines. */
  text: string;
  /** Vertical position set by the author. Defaults to the bottom. */
  edge: 'top' | 'bottom';
  align: 'start' | 'center' | 'end';
};

/** Returns the cues sorted by start. */
export function parseWebVtt(source: string): Cue[] {
  return readCues(source)
    .cues.map(asCue)
    .filter((cue) => cue.text !== '')
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

const asCue = ({ id, start, end, settings, lines }: CueBlock): Cue => ({
  id,
  start,
  end,
  ...parsePayload(lines.join('\n')),
  ...placement(settings),
});

function placement(settings: string): Pick<Cue, 'edge' | 'align'> {
  const line = /\bline:(-?\d+(?:\.\d+)?)(%?)/.exec(settings);
  const value = line ? Number(line[1]) : NaN;
  const top = line !== null && (line[2] === '%' ? value < 50 : value >= 0 && value < 8);
  const align = /\balign:(start|left|end|right)\b/.exec(settings)?.[1];
  return {
    edge: top ? 'top' : 'bottom',
    align: align === 'start' || align === 'left' ? 'start' : align === 'end' || align === 'right' ? 'end' : 'center',
  };
}

type Style = { tag: string; lang?: string };

/** Converts tags to styled spans. Unknown tags (classes, karaoke times) are removed, but their text is kept. */
function parsePayload(payload: string): Pick<Cue, 'speaker' | 'lines' | 'text'> {
  const lines: CueSpan[][] = [[]];
  const open: Style[] = [];
  let speaker: string | null = null;
  for (const piece of splitTags(payload)) {
    if ('text' in piece) addText(lines, open, piece.text);
    else if (piece.tag.startsWith('/')) closeTag(open, piece.tag.slice(1).trim().toLowerCase());
    else if (!/^\d/.test(piece.tag)) {
      const { tag } = piece;
      const [head = '', ...rest] = tag.split(/[\s\u00A0]+/);
      const name = head.split('.')[0]!.toLowerCase();
      const note = decodeEntities(rest.join(' ').trim());
      if (name === 'v') speaker ??= note || null;
      open.push(name === 'lang' ? { tag: name, lang: note } : { tag: name });
    }
  }
  const filledLines = lines.filter((line) => line.some((span) => span.text.trim() !== ''));
  const text = filledLines.map((line) => line.map((span) => span.text).join('')).join(' ');
  return { speaker, lines: filledLines, text: text.replace(/\s+/g, ' ').trim() };
}

function closeTag(open: Style[], name: string): void {
  const at = open.findLastIndex((style) => style.tag === name);
  if (at >= 0) open.splice(at);
}

function addText(lines: CueSpan[][], open: readonly Style[], chunk: string): void {
  const lang = open.findLast((style) => style.lang)?.lang;
  const has = (tag: string): boolean => open.some((style) => style.tag === tag);
  for (const [i, text] of decodeEntities(chunk).split('\n').entries()) {
    if (i > 0) lines.push([]);
    if (text === '') continue;
    lines.at(-1)!.push({
      text,
      ...(has('b') && { bold: true as const }),
      ...(has('i') && { italic: true as const }),
      ...(has('u') && { underline: true as const }),
      ...(lang && { lang }),
    });
  }
}
