import { describe, expect, test } from 'vitest';
import { parseWebVtt } from './webvtt.ts';

describe('parseWebVtt', () => {
  test('parses identifiers, times and multi-line texts', () => {
    const cues = parseWebVtt(
      'WEBVTT - Film\n\n1\n00:01.500 --> 00:04.000\nTief unter\ndem Vulkan\n\n01:00:02.000 --> 01:00:03.000\nEnde\n',
    );
    expect(cues.map(({ id, start, end, text }) => ({ id, start, end, text }))).toEqual([
      { id: '1', start: 1.5, end: 4, text: 'Tief unter dem Vulkan' },
      { id: '', start: 3602, end: 3603, text: 'Ende' },
    ]);
    expect(cues[0]!.lines.map((line) => line.map((span) => span.text).join(''))).toEqual(['Tief unter', 'dem Vulkan']);
  });

  test('accepts Windows line endings, a byte order mark and SubRip commas', () => {
    expect(parseWebVtt('\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\nHallo\r\n')).toMatchObject([
      { id: '1', start: 1, end: 2, text: 'Hallo' },
    ]);
  });

  test('skips notes, styles, regions and empty cues', () => {
    const source = [
      'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000',
      'NOTE 00:01.000 --> 00:02.000\nnot a cue',
      'STYLE\n::cue { color: red }',
      'REGION\nid:a',
      '00:05.000 --> 00:04.000\nbackwards',
      'abc --> def\nno times',
      '00:01.000 --> 00:02.000',
      '00:06.000 --> 00:07.000\ngood',
    ];
    expect(parseWebVtt(source.join('\n\n')).map((cue) => cue.text)).toEqual(['backwards abc --> def no times', 'good']);
  });

  test('sorts cues by start', () => {
    expect(parseWebVtt('WEBVTT\n\n00:05.000 --> 00:06.000\nb\n\n00:01.000 --> 00:02.000\na').map((cue) => cue.text)).toEqual(['a', 'b']);
  });

  test('preserves style, speaker and language of a cue', () => {
    const [cue] = parseWebVtt(
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud Frau Kaya><i>Wer</i> <c.yellow>hat <b>Q&amp;A</b></c> &lt;3? <00:01.500>Ich<lang en> too</lang>\n',
    );
    expect(cue!.speaker).toBe('Frau Kaya');
    expect(cue!.text).toBe('Wer hat Q&A <3? Ich too');
    expect(cue!.lines[0]).toContainEqual({ text: 'Wer', italic: true });
    expect(cue!.lines[0]).toContainEqual({ text: 'Q&A', bold: true });
    expect(cue!.lines[0]).toContainEqual({ text: ' too', lang: 'en' });
  });

  test('returns HTML in captions as plain text', () => {
    const [cue] = parseWebVtt('WEBVTT\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script><img src=x onerror=alert(2)>ja');
    expect(cue!.lines).toEqual([[{ text: '<script>alert(1)</script><img src=x onerror=alert(2)>ja' }]]);
  });

  test.each([
    ['', 'bottom', 'center'],
    ['line:0', 'top', 'center'],
    ['line:10% align:start', 'top', 'start'],
    ['line:84% position:20% align:right', 'bottom', 'end'],
    ['line:-1', 'bottom', 'center'],
  ])('places a cue with settings "%s" at the %s, aligned to %s', (settings, edge, align) => {
    expect(parseWebVtt(`WEBVTT\n\n00:01.000 --> 00:02.000 ${settings}\na`)).toMatchObject([{ edge, align }]);
  });

  test('returns no cues for an empty file or another format', () => {
    expect(parseWebVtt('')).toEqual([]);
    expect(parseWebVtt('<!doctype html><title>404</title>')).toEqual([]);
  });
});
