import { expect, test } from 'vitest';
import { CAPTION_LIMITS, toWebVtt } from './captions.ts';

const srt = (words: string): string => `1\n00:00:01,000 --> 00:00:02,000\n${words}\n`;
const vtt = (words: string): string => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`;

test('keeps bold, italics and underlining of SubRip and removes other tags and positions', () => {
  expect(toWebVtt(srt('{\\an8}<font color="red"><b>Hallo</b></font> <<i>Welt</I> 3 < 4'))).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<b>Hallo</b> Welt</I> 3 < 4\n',
  );
});

test.each([
  ['line', 'x'.repeat(CAPTION_LIMITS.line + 1)],
  ['cue', `${'x'.repeat(1_000)}\n`.repeat(21)],
])('refuses a file with a %s that is too long', (rule, words) => {
  for (const text of [srt(words), vtt(words)])
    expect(() => toWebVtt(text)).toThrow(
      expect.objectContaining({ code: 'too_large', field: 'file', details: { rule, most: CAPTION_LIMITS[rule as 'line' | 'cue'] } }),
    );
});

test('refuses a file with too many cues', () => {
  expect(() => toWebVtt(`WEBVTT\n\n${'00:01.000 --> 00:02.000\nx\n\n'.repeat(CAPTION_LIMITS.cues + 1)}`)).toThrow(
    expect.objectContaining({ code: 'too_large', details: { rule: 'cues', most: CAPTION_LIMITS.cues } }),
  );
});
