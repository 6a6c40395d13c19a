/** Reads TTML (W3C, also DFXP, EBU-TT-D, IMSC, iTunes) with times, bold, italics and underlining. Runs in a child process. */
import { readXml, type XmlElement } from '@fundus/importer/xml/read-xml';
import { escapeText, type WrittenCue } from './write-webvtt.ts';

type Clock = { frameRate: number; tickRate: number };
type Span = { start: number; end: number | null };
type Reading = { clock: Clock; styles: ReadonlyMap<string, XmlElement>; cues: (WrittenCue & { open: boolean })[] };

/** Returns whether the root element of an XML text is `tt`, with any prefix. */
export const isTtml = (text: string): boolean => ROOT.test(skipProlog(text));
const ROOT = /^<(?:[\w.-]{1,40}:)?tt[\s>]/;

/** Start and end of each kind of markup that may precede the root element. */
const PROLOG: readonly (readonly [start: string, end: string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
];

/** Returns the text from its root element on, or an empty string if a comment or declaration before it is not closed. */
function skipProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const found = PROLOG.find(([start]) => rest.startsWith(start));
    if (!found) return rest;
    const [start, end] = found;
    const at = rest.indexOf(end, start.length);
    if (at < 0) return '';
    rest = rest.slice(at + end.length).trimStart();
  }
}

/** Returns the cues. Throws `XmlProblem` if the document is not well-formed. */
export function readTtml(content: Uint8Array | string): WrittenCue[] {
  const root = readXml(content, { doctype: true, lenient: true });
  const reading: Reading = { clock: clockOf(root), styles: stylesOf(root), cues: [] };
  for (const body of childrenOf(root, 'body')) readTimed(body, { start: 0, end: null }, false, reading);
  const cues = reading.cues.sort((a, b) => a.start - b.start || a.end - b.end);
  return cues.map(({ open, ...cue }, i) => {
    const next = cues.slice(i + 1, i + 10).find(({ start }) => start > cue.start)?.start;
    return open ? { ...cue, end: Math.min(next ?? Infinity, cue.start + 7) } : cue;
  });
}

/** Returns an attribute by its local name, because documents use different prefixes. */
function attribute({ attributes }: XmlElement, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name];
  const key = Object.keys(attributes).find((one) => one.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

const elements = (of: XmlElement): XmlElement[] => of.children.filter((child) => typeof child !== 'string');
const childrenOf = (of: XmlElement, name: string): XmlElement[] => elements(of).filter((child) => child.name === name);

function clockOf(root: XmlElement): Clock {
  const [numerator = 1, denominator = 1] = (attribute(root, 'frameRateMultiplier') ?? '1 1').split(/[\s:]+/).map(Number);
  const frames = Number(attribute(root, 'frameRate') ?? 30) * (numerator / denominator || 1);
  const frameRate = frames > 0 ? frames : 30;
  const ticks = Number(attribute(root, 'tickRate') ?? (attribute(root, 'frameRate') === undefined ? 1 : frameRate));
  return { frameRate, tickRate: ticks > 0 ? ticks : 1 };
}

function stylesOf(root: XmlElement): Map<string, XmlElement> {
  const found = childrenOf(root, 'head')
    .flatMap((head) => childrenOf(head, 'styling'))
    .flatMap((styling) => childrenOf(styling, 'style'));
  return new Map(found.map((style) => [attribute(style, 'id') ?? '', style]));
}

/** Reads the cues of an element. Times are relative to the parent element. */
function readTimed(element: XmlElement, around: Span, timed: boolean, reading: Reading): void {
  const own = spanOf(element, around, reading.clock);
  const hasTime = timed || own.given;
  if (element.name === 'p' || (element.name === 'span' && own.given)) {
    const inner = elements(element).filter((child) => spanOf(child, own, reading.clock).given);
    // A paragraph without times may contain elements with times.
    if (!own.given && inner.length > 0) for (const child of inner) readTimed(child, own, false, reading);
    else if (hasTime) addCue(element, own, reading);
    return;
  }
  for (const child of elements(element)) readTimed(child, own, hasTime, reading);
}

function addCue(element: XmlElement, { start, end }: Span, reading: Reading): void {
  const lines = wordsOf(element, false, reading)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.replace(/<\/?[biu]>/g, '').trim() !== '');
  if (lines.length === 0) return;
  const open = end === null || end <= start;
  reading.cues.push({ start, end: open ? start + 1 : end, lines, open });
}

function spanOf(element: XmlElement, around: Span, clock: Clock): Span & { given: boolean } {
  const [begin, end, duration] = ['begin', 'end', 'dur'].map((name) => time(attribute(element, name), clock)) as [Time, Time, Time];
  const start = around.start + (begin ?? 0);
  const until = end !== null ? around.start + end : duration !== null ? start + duration : around.end;
  return { start, end: until, given: begin !== null || end !== null || duration !== null };
}
type Time = number | null;

/** Parses a clock time (`00:00:01.5`, or `00:00:01:12` with frames) or an offset (`1.5s`, `90f`, `2h`). */
function time(value: string | undefined, { frameRate, tickRate }: Clock): Time {
  const clock = /^(\d{1,4}):(\d{1,2}):(\d{1,2})(?:\.(\d{1,9})|:(\d{1,4})(?:\.\d{1,4})?)?$/.exec(value?.trim() ?? '');
  if (clock) {
    const [, hours, minutes, seconds, fraction, frames] = clock;
    return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction ?? 0}`) + Number(frames ?? 0) / frameRate;
  }
  const offset = /^(\d{1,12}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/.exec(value?.trim() ?? '');
  if (!offset) return null;
  const units: Record<string, number> = { h: 3_600, m: 60, s: 1, ms: 0.001, f: 1 / frameRate, t: 1 / tickRate };
  return Number(offset[1]) * units[offset[2]!]!;
}

/** Returns the text of an element with WebVTT tags. White space is collapsed unless the document preserves it. */
function wordsOf(element: XmlElement, kept: boolean, reading: Reading): string {
  const space = attribute(element, 'space');
  const keeps = space === undefined ? kept : space === 'preserve';
  const inside = element.children
    .map((child) => {
      if (typeof child === 'string') return escapeText(keeps ? child.replaceAll('\r', '') : child.replace(/[ \t\r\n]+/g, ' '));
      if (child.name === 'br') return '\n';
      return child.name === 'metadata' ? '' : wordsOf(child, keeps, reading);
    })
    .join('');
  const tags = tagsOf(element, reading);
  return (
    tags.map((tag) => `<${tag}>`).join('') +
    inside +
    tags
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  );
}

const LOOKS: readonly [attribute: string, value: RegExp, tag: string][] = [
  ['fontWeight', /^bold$/, 'b'],
  ['fontStyle', /^(?:italic|oblique)$/, 'i'],
  ['textDecoration', /^underline$/, 'u'],
];

function tagsOf(element: XmlElement, { styles }: Reading): string[] {
  const named = (attribute(element, 'style') ?? '').split(/\s+/).flatMap((id) => styles.get(id) ?? []);
  return LOOKS.filter(([name, value]) => [element, ...named].some((one) => value.test(attribute(one, name) ?? ''))).map(([, , tag]) => tag);
}
