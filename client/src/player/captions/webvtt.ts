/** Reads WebVTT (W3C, https://www.w3.org/TR/webvtt1/) and, being lenient, SubRip. Pure; a broken cue never stops the rest. */

/** A piece of a caption line with its style. */
export type CueSpan = { text: string; bold?: true; italic?: true; underline?: true; lang?: string };

export type Cue = {
  id: string;
  /** Seconds. */
  start: number;
  end: number;
  /** Who speaks, from a voice tag. */
  speaker: string | null;
  lines: CueSpan[][];
  /** Everything said, in one line. */
  text: string;
  /** Where the author put it; the bottom unless the picture needs it free. */
  edge: 'top' | 'bottom';
  align: 'start' | 'center' | 'end';
};

const TIMES = /^\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})(.*)$/;

/** Cues in the order of their start. */
export function parseWebVtt(source: string): Cue[] {
  const blocks = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/);
  return blocks
    .map(parseBlock)
    .filter((cue) => cue !== null)
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

function parseBlock(block: string): Cue | null {
  const lines = block.split('\n');
  const at = lines.findIndex((line) => line.includes('-->'));
  // An identifier is at most one line; anything longer before the times is a header or a note.
  if (at < 0 || at > 1 || /^(NOTE|STYLE|REGION)\b/.test(lines[0] ?? '')) return null;
  const times = TIMES.exec(lines[at] ?? '');
  if (!times) return null;
  const [start, end] = [seconds(times[1]!), seconds(times[2]!)];
  const payload = lines.slice(at + 1).join('\n');
  if (end <= start || payload.trim() === '') return null;
  const id = at === 1 && !(lines[0] ?? '').startsWith('WEBVTT') ? lines[0]!.trim() : '';
  const said = parsePayload(payload);
  return { id, start, end, ...said, ...placement(times[3] ?? '') };
}

function seconds(time: string): number {
  const parts = time.replace(',', '.').split(':').map(Number);
  return parts.reduce((sum, part) => sum * 60 + part, 0);
}

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

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0', lrm: '\u200E', rlm: '\u200F' };

function decode(text: string): string {
  return text.replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

type Style = { tag: string; lang?: string };

/** Tags become styles of spans; tags nobody knows (classes, karaoke times) vanish and leave their text. */
function parsePayload(payload: string): Pick<Cue, 'speaker' | 'lines' | 'text'> {
  const lines: CueSpan[][] = [[]];
  const open: Style[] = [];
  let speaker: string | null = null;
  for (const [, tag, chunk] of payload.matchAll(/<([^<>\n]*)>|([^<]+)/g)) {
    if (chunk !== undefined) addText(lines, open, chunk);
    else if (tag?.startsWith('/')) closeTag(open, tag.slice(1).trim());
    else if (tag !== undefined && !/^\d/.test(tag)) {
      const [head = '', ...rest] = tag.split(/[\s\u00A0]+/);
      const name = head.split('.')[0]!.toLowerCase();
      const note = decode(rest.join(' ').trim());
      if (name === 'v') speaker ??= note || null;
      open.push(name === 'lang' ? { tag: name, lang: note } : { tag: name });
    }
  }
  const kept = lines.filter((line) => line.some((span) => span.text.trim() !== ''));
  const text = kept.map((line) => line.map((span) => span.text).join('')).join(' ');
  return { speaker, lines: kept, text: text.replace(/\s+/g, ' ').trim() };
}

function closeTag(open: Style[], name: string): void {
  const at = open.findLastIndex((style) => style.tag === name);
  if (at >= 0) open.splice(at);
}

function addText(lines: CueSpan[][], open: readonly Style[], chunk: string): void {
  const lang = open.findLast((style) => style.lang)?.lang;
  const has = (tag: string): boolean => open.some((style) => style.tag === tag);
  for (const [i, text] of decode(chunk).split('\n').entries()) {
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
