import { describe, expect, test } from 'vitest';
import { chooseTrack, currentLine, dueCues, splitAtMatches, transcriptFrom } from './cues.ts';
import { parseWebVtt } from './webvtt.ts';

const cues = parseWebVtt(`WEBVTT

00:01.000 --> 00:03.000
Tief unter dem Vulkan

00:03.100 --> 00:05.000
liegt eine Kammer.

00:04.500 --> 00:06.000 line:0
<v Off>Musik

00:10.000 --> 00:12.000
Dann bricht er aus!`);

test.each([
  [0.9, []],
  [1, ['Tief unter dem Vulkan']],
  [3, []],
  [4.7, ['liegt eine Kammer.', 'Musik']],
  [12, []],
])('returns the cues at %s s: %j', (time, texts) => expect(dueCues(cues, time).map((i) => cues[i]!.text)).toEqual(texts));

describe('chooseTrack', () => {
  const tracks = [{ language: 'uk' }, { language: 'de-DE' }, { language: 'en' }];
  test.each([
    ['en', 'de', 'en'],
    [null, 'de', 'de-DE'],
    ['fr', 'en-GB', 'en'],
    ['fr', 'tr', 'uk'],
  ])('given the remembered language %s and the page language %s, returns the track %s', (wish, page, language) =>
    expect(chooseTrack(tracks, wish, page)?.language).toBe(language),
  );
  test('returns null if there are no tracks', () => expect(chooseTrack([], 'de', 'de')).toBeNull());
});

describe('transcriptFrom', () => {
  test('joins the captions of a speaker into sentences', () => {
    expect(transcriptFrom(cues)).toEqual([
      { start: 1, end: 5, speaker: null, text: 'Tief unter dem Vulkan liegt eine Kammer.' },
      { start: 4.5, end: 6, speaker: 'Off', text: 'Musik' },
      { start: 10, end: 12, speaker: null, text: 'Dann bricht er aus!' },
    ]);
  });
  test('starts a new line after a long pause', () => {
    const lines = transcriptFrom(parseWebVtt('WEBVTT\n\n00:01.000 --> 00:02.000\nund\n\n00:09.000 --> 00:10.000\nweiter'));
    expect(lines.map((line) => line.text)).toEqual(['und', 'weiter']);
  });
  test('returns the previous line during a pause', () => {
    const lines = transcriptFrom(cues);
    expect([0, 1, 8, 10, 99].map((time) => currentLine(lines, time))).toEqual([-1, 0, 1, 2, 2]);
  });
});

describe('splitAtMatches', () => {
  test.each([
    ['Das Magma steigt', 'magma', ['Das ', '*Magma*', ' steigt']],
    ['Größe und Grösse', 'GRÖSSE', ['*Größe*', ' und ', '*Grösse*']],
    ['Café', 'cafe', ['*Café*']],
    ['aaa', 'aa', ['*aa*', 'a']],
    ['Vulkan', '  ', ['Vulkan']],
  ])('splits "%s" at the matches of "%s"', (text, sought, marked) => {
    expect(splitAtMatches(text, sought)?.map((piece) => (piece.mark ? `*${piece.text}*` : piece.text))).toEqual(marked);
  });
  test('returns null if there is no match', () => expect(splitAtMatches('Vulkan', 'Meer')).toBeNull());
});
