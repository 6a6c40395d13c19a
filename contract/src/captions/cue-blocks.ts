/** Parses WebVTT, SubRip and SBV captions into cues. The parser is lenient, so malformed files keep their text, and runs in linear time. */

export type CueBlock = {
  id: string;
  /** Start time in seconds, which is before `end`. */
  start: number;
  end: number;
  /** WebVTT cue settings that follow the times. */
  settings: string;
  /** Lines of text. There is at least one line, and no line is blank. */
  lines: string[];
};

export type CueFile = {
  cues: CueBlock[];
  /** WebVTT comments and style sheets, and any text before the first cue. */
  notes: string[][];
  /** Number of the first timing line that cannot be parsed, starting with 1, or `null`. */
  unreadable: number | null;
};

/** Time with optional hours. Accepts a comma, point or colon before the fraction, and blanks between the parts. */
const CLOCK = String.raw`(?:(\d{1,4}) ?: ?)?(\d{1,3}) ?: ?(\d{1,3})(?: ?[.,:;] ?(\d{1,9}))?`;
const ARROW = String.raw`(?:[-–—−](?: ?[-–—−]){0,2} ?>|=>|→|➔)`;
const TIMES = new RegExp(String.raw`^(\d{1,7}[ \t]{1,4})?${CLOCK}[ \t]{0,9}${ARROW}[ \t]{0,9}${CLOCK}(?![\d:])(.*)$`);
/** Timing line of the SBV format (YouTube), which always contains hours. */
const SBV_TIMES = /^(\d{1,3}):(\d{2}):(\d{2})\.(\d{1,3}),(\d{1,3}):(\d{2}):(\d{2})\.(\d{1,3})$/;
const SETTINGS = /^(?:(?:region|vertical|line|position|size|align):\S{1,60}(?:[ \t]{1,9}|$)){1,9}$/;
const POSITIONS = /^(?:[XY][12]:\d{1,5}(?:[ \t]{1,9}|$)){1,4}$/i;
const NUMBER = /^\d{1,7}$/;
const BLOCK = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;

/** Returns whether a line contains the times of a cue. */
export const isCueTime = (line: string): boolean => line.length < 500 && readTimes(line.trim()) !== null;

/** Returns whether a text starts with the WebVTT header, ignoring case and leading blank lines. */
export const isWebVtt = (text: string): boolean => /^\uFEFF?\s*WEBVTT(?:\s|$)/i.test(text);

/** Parses a file of captions. `cues` is empty if the file contains no captions. */
export function readCues(text: string): CueFile {
  const lines = splitLines(text);
  const top = lines.findIndex((line) => line.trim() !== '');
  const vtt = isWebVtt(lines[top] ?? '');
  const file: CueFile = { cues: [], notes: [], unreadable: null };
  const preface: string[] = [];
  let cue: Draft | null = null;
  const drafts: Draft[] = [];
  for (let i = vtt ? top + 1 : 0; i < lines.length; i++) {
    const line = lines[i]!;
    const collected: string[] = cue ? cue.collected : preface;
    const times = line.length < 500 ? readTimes(line.trim()) : null;
    if (times) {
      cue = { ...times, id: times.number ?? removeCueId(collected, { vtt, after: cue }), collected: times.words ? [times.words] : [] };
      drafts.push(cue);
    } else if (vtt && BLOCK.test(line) && (lines[i - 1] ?? '').trim() === '') {
      const note = untilBlank(lines, i);
      file.notes.push(note);
      i += note.length - 1;
    } else {
      if (file.unreadable === null && looksLikeTime(line)) file.unreadable = i + 1;
      collected.push(line);
    }
  }
  // The WebVTT header ends at the first blank line.
  const headerEnd = preface.indexOf('');
  const before = (vtt ? preface.slice(headerEnd < 0 ? preface.length : headerEnd) : preface).filter((line) => line.trim() !== '');
  if (before.length > 0 && drafts.length > 0) file.notes.unshift(['NOTE', ...before.map((line) => line.replaceAll('-->', '→'))]);
  file.cues = drafts.flatMap((draft, i) => finish(draft, drafts[i + 1]?.start));
  return file;
}

/** Splits a text at any kind of line ending, and removes the byte order mark and NUL characters. */
export const splitLines = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .replace(/\r{1,3}\n|[\r\u2028\u2029\u0085]/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd());

type Draft = { id: string; start: number; end: number; settings: string; collected: string[] };
type Times = { start: number; end: number; settings: string; words: string; number: string | null };

/** Replaces full-width digits and punctuation by ASCII, and removes invisible characters. */
const plainTimes = (line: string): string =>
  line
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replace(/[\uff0c-\uff1a]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .trim();

function readTimes(words: string): Times | null {
  const line = /[:：]/.test(words) ? plainTimes(words) : words;
  const sbv = SBV_TIMES.exec(line);
  if (sbv) {
    const [, a, b, c, d, e, f, g, h] = sbv;
    return { start: seconds(a, b!, c!, d), end: seconds(e, f!, g!, h), settings: '', words: '', number: null };
  }
  const found = TIMES.exec(line);
  if (!found) return null;
  const [, number, a, b, c, d, e, f, g, h, rest = ''] = found;
  const behind = rest.trim();
  const settings = SETTINGS.test(behind);
  return {
    start: seconds(a, b!, c!, d),
    end: seconds(e, f!, g!, h),
    settings: settings ? behind : '',
    words: settings || POSITIONS.test(behind) ? '' : behind,
    number: number?.trim() ?? null,
  };
}

const seconds = (hours: string | undefined, minutes: string, secs: string, fraction: string | undefined): number =>
  Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(secs) + Number(`0.${fraction ?? '0'}`);

/** Returns whether a line looks like a malformed timing line. */
const looksLikeTime = (line: string): boolean =>
  line.length < 200 && line.includes('-->') && /^[\s\dxX?:.,;-]{4,60}>[\s\dxX?:.,;]{4,60}$/.test(line);

function untilBlank(lines: readonly string[], from: number): string[] {
  let to = from;
  while (to < lines.length && lines[to]!.trim() !== '') to += 1;
  return lines.slice(from, to);
}

/**
 * Removes the identifier above the times of a cue and returns it. A number counts as an identifier if it follows a blank line or continues the
 * numbering. Any other text counts only in WebVTT, if it is a block of one line.
 */
function removeCueId(collected: string[], { vtt, after }: { vtt: boolean; after: Draft | null }): string {
  let at = collected.length - 1;
  while (at >= 0 && collected[at]!.trim() === '') at -= 1;
  const last = collected[at]?.trim() ?? '';
  if (last === '') return '';
  // Lines before the first blank line are the WebVTT header.
  if (vtt && after === null && !NUMBER.test(last) && !collected.slice(0, at).some((line) => line.trim() === '')) return '';
  const directly = at === collected.length - 1;
  const alone = at === 0 ? after === null : collected[at - 1]!.trim() === '';
  const follows = after === null || Number(last) === Number(after.id || NaN) + 1;
  const counted = NUMBER.test(last) && (directly ? alone || follows : alone && follows);
  if (!counted && !(vtt && directly && alone)) return '';
  collected.splice(at);
  return last;
}

/** Returns the cue, or an empty list if it has no text. Without a valid end time, it lasts until the next cue but at most for its reading time. */
function finish({ collected, ...cue }: Draft, next: number | undefined): CueBlock[] {
  const following = String(Number(cue.id || NaN) + 1);
  // Removes the number of a following cue whose times are missing.
  const isNumber = (line: string, i: number): boolean =>
    line.trim() === following && i > 0 && collected[i - 1]!.trim() === '' && i < collected.length - 1;
  const lines = collected.filter((line, i) => line.trim() !== '' && !isNumber(line, i)).map((line) => line.trim());
  if (lines.length === 0) return [];
  const reading = Math.min(7, Math.max(1, lines.join(' ').length * 0.06));
  const end =
    cue.end > cue.start ? cue.end : next !== undefined && next > cue.start ? Math.min(next, cue.start + reading) : cue.start + reading;
  return [{ ...cue, end, lines }];
}
