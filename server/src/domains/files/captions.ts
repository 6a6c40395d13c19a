/** Captions on the way in: SubRip becomes WebVTT, and what is neither is refused. Pure. */

const TIME = /^((?:\d{1,3}:)?\d{1,2}:\d{2})[.,](\d{1,3})\s+-->\s+((?:\d{1,3}:)?\d{1,2}:\d{2})[.,](\d{1,3})(.*)$/;

/** WebVTT text with at least one cue; null for anything else. Takes WebVTT and SubRip. */
export function toWebVtt(text: string): string | null {
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  return /^WEBVTT(\s|$)/.test(lines) ? checked(lines) : fromSubRip(lines);
}

const checked = (text: string): string | null => (text.split('\n').some((line) => TIME.test(line.trim())) ? text : null);

function fromSubRip(text: string): string | null {
  const cues: string[] = [];
  for (const block of text.split(/\n[ \t]*\n+/)) {
    const lines = block.trim().split('\n');
    const at = lines.findIndex((line) => TIME.test(line.trim()));
    if (at < 0 || at > 1) continue;
    const [, from, fromMs, to, toMs] = TIME.exec(lines[at]!.trim())!;
    const words = lines
      .slice(at + 1)
      .map(cleanLine)
      .filter(Boolean);
    if (words.length) cues.push(`${time(from!, fromMs!)} --> ${time(to!, toMs!)}\n${words.join('\n')}`);
  }
  return cues.length ? `WEBVTT\n\n${cues.join('\n\n')}\n` : null;
}

const time = (clock: string, ms: string): string => {
  const parts = clock.split(':').map((part) => part.padStart(2, '0'));
  return `${parts.length === 2 ? '00:' : ''}${parts.join(':')}.${ms.padEnd(3, '0')}`;
};

/** WebVTT knows bold, italics and underlining too; fonts and positions of other programs go. */
const cleanLine = (line: string): string =>
  line
    .replace(/\{\\[^}]*\}/g, '')
    .replace(/<(?!\/?[biu]>)[^>]*>/gi, '')
    .replace(/-->/g, '→')
    .trim();
