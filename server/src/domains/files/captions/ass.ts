/** Reads SubStation Alpha (ASS, SSA) with text, speakers, bold, italics and underlining. Pure. */
import { splitLines } from '@fundus/contract/captions/cue-blocks';
import { escapeText, type WrittenCue } from './write-webvtt.ts';

const DEFAULT_FORMAT = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'];

/** Returns whether a text is SubStation Alpha. Comments may precede the first section. */
export const isAss = (text: string): boolean =>
  /^(?:[ \t\r\n]{0,9}[;!][^\n]{0,500}\n){0,50}\s{0,99}\[(?:Script Info|V4\+? Styles|Events)\]/i.test(text);

/** Returns the cues sorted by start, without comments and drawings. */
export function readAss(text: string): WrittenCue[] {
  let section = '';
  let format = DEFAULT_FORMAT;
  const cues: WrittenCue[] = [];
  for (const line of splitLines(text)) {
    const heading = /^\[([^\]]{1,60})\]/.exec(line)?.[1];
    if (heading !== undefined) section = heading.toLowerCase();
    const entry = section === 'events' ? /^(Format|Dialogue)\s*:(.*)$/i.exec(line) : null;
    if (!entry) continue;
    if (entry[1]!.toLowerCase() === 'format') format = entry[2]!.split(',').map((field) => field.trim().toLowerCase());
    else {
      const cue = readDialogue(entry[2]!, format);
      if (cue) cues.push(cue);
    }
  }
  return cues.sort((a, b) => a.start - b.start || a.end - b.end);
}

function readDialogue(fields: string, format: readonly string[]): WrittenCue | null {
  // The text is the last field, so it may contain commas.
  const values = splitAt(fields, format.length - 1);
  const field = (name: string): string => values[format.indexOf(name)]?.trim() ?? '';
  const [start, end] = [time(field('start')), time(field('end'))];
  const lines = words(values[format.indexOf('text')] ?? '');
  if (start === null || end === null || lines.length === 0) return null;
  const speaker = escapeText(field('name'))
    .replace(/[>\s]+/g, ' ')
    .trim();
  return { start, end: Math.max(end, start + 0.5), lines: speaker ? [`<v ${speaker}>${lines[0]!}`, ...lines.slice(1)] : lines };
}

function splitAt(fields: string, commas: number): string[] {
  const values: string[] = [];
  let from = 0;
  while (values.length < commas) {
    const at = fields.indexOf(',', from);
    if (at < 0) break;
    values.push(fields.slice(from, at));
    from = at + 1;
  }
  return [...values, fields.slice(from)];
}

function time(value: string): number | null {
  const found = /^(\d{1,3}):(\d{1,2}):(\d{1,2})(?:[.:,](\d{1,3}))?$/.exec(value);
  return found && Number(found[1]) * 3_600 + Number(found[2]) * 60 + Number(found[3]) + Number(`0.${found[4] ?? 0}`);
}

/** Returns the lines of a text. Style overrides become tags or are removed; `\N` and `\n` start a new line. */
function words(text: string): string[] {
  let drawing = false;
  const open = new Set<string>();
  const parts = text.split(/(\{[^{}]*\})/).map((part) => {
    if (!part.startsWith('{'))
      return drawing
        ? ''
        : escapeText(part)
            .replaceAll(/\\[Nn]/g, '\n')
            .replaceAll('\\h', '\u00A0');
    // A text in braces without a backslash is a comment.
    const tags: string[] = [];
    for (const [, name, value] of part.matchAll(/\\([biup])(\d{1,3})(?!\d)/g)) {
      if (name === 'p') drawing = value !== '0';
      else tags.push(setStyle(open, name!, value !== '0'));
    }
    return tags.join('');
  });
  const all = parts.join('') + [...open].map((name) => `</${name}>`).join('');
  return all
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.replace(/<\/?[biu]>/g, '').trim() !== '');
}

function setStyle(open: Set<string>, name: string, on: boolean): string {
  if (on === open.has(name)) return '';
  if (on) open.add(name);
  else open.delete(name);
  return `<${on ? '' : '/'}${name}>`;
}
