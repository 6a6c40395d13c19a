import { readCues } from '@fundus/contract/captions/cue-blocks';
import { decodeEntities, splitTags } from '@fundus/contract/captions/cue-tags';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CAPTION_LIMITS, toWebVtt } from './captions.ts';

/** Factor for the number of random files, which is larger before a release. A failure reports its seed. */
const MORE = process.env.TEST_RELEASE ? 20 : 1;

const srt = (words: string): string => `1\n00:00:01,000 --> 00:00:02,000\n${words}\n`;
const vtt = (words: string): string => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`;
/** Returns the start, end and text of each cue, as a player displays them. */
const shown = (file: string): [number, number, string][] =>
  readCues(toWebVtt(file) ?? '').cues.map(({ start, end, lines }) => [start, end, lines.map(plain).join('|')]);
const plain = (line: string): string =>
  splitTags(line)
    .map((piece) => ('text' in piece ? decodeEntities(piece.text) : ''))
    .join('');

test('keeps only bold, italic and underlined text of SubRip', () => {
  expect(toWebVtt(srt('{\\an8}<font color="red"><b>Hallo</b></font> <i>Welt</I> <s>3</s> < 4'))).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<b>Hallo</b> <i>Welt</i> 3 &lt; 4\n',
  );
});

test.each([
  ['a < b und c > d, x<5, R&B', 'a < b und c > d, x<5, R&B'],
  ['<Anna> Hallo <lacht>', '<Anna> Hallo <lacht>'],
  ['if (a<b && b>c)', 'if (a<b && b>c)'],
  ['Weg --> Ziel', 'Weg → Ziel'],
  ['A &amp; B &nbsp;C', 'A & B \u00A0C'],
  ['Zeile<br>zwei<br/>drei', 'Zeile|zwei|drei'],
  ['1984', '1984'],
  ['Eins[br]Zwei', 'Eins|Zwei'],
  ['{lacht} {\\i1}Ja{\\i0}', '{lacht} Ja'],
])('keeps the text of a SubRip file with %s', (words, text) => {
  expect(shown(srt(words))).toEqual([[1, 2, text]]);
});

test.each<[string, string, [number, number, string][]]>([
  ['a blank line after the times', '1\n00:00:01,000 --> 00:00:02,000\n\nEins\n\n2\n00:00:03,000 --> 00:00:04,000\nZwei\n', TWO()],
  ['no blank line between cues', '1\n00:00:01,000 --> 00:00:02,000\nEins\n2\n00:00:03,000 --> 00:00:04,000\nZwei\n', TWO()],
  ['neither numbers nor blank lines', '00:00:01,000 --> 00:00:02,000\nEins\n00:00:03,000 --> 00:00:04,000\nZwei', TWO()],
  ['blanks in the blank lines', '1\n00:00:01,000 --> 00:00:02,000\nEins\n \t\n2\n00:00:03,000 --> 00:00:04,000\nZwei\n', TWO()],
  ['line ends of old Macintosh', '1\r00:00:01,000 --> 00:00:02,000\rEins\r\r2\r00:00:03,000 --> 00:00:04,000\rZwei\r', TWO()],
  ['doubled line ends', '1\r\r\n00:00:01,000 --> 00:00:02,000\r\r\nEins\r\r\n\r\r\n2\r\r\n00:00:03,000 --> 00:00:04,000\r\r\nZwei', TWO()],
  ['points and no thousandths', '1\n00:00:01.000 --> 00:00:02\nEins\n\n2\n0:00:03 --> 0:0:4.0\nZwei\n', TWO()],
  ['a blank line after every line', '1\n\n00:00:01,000 --> 00:00:02,000\n\nEins\n\n2\n\n00:00:03,000 --> 00:00:04,000\n\nZwei\n\n', TWO()],
  ['other arrows', '1\n00:00:01,000 -> 00:00:02,000\nEins\n\n2\n00:00:03,000 –> 00:00:04,000\nZwei\n', TWO()],
  ['blanks within the times', '1\n00: 00: 01, 000 --> 00: 00: 02, 000\nEins\n\n2\n00:00:03 ,000-->00:00:04 ,000\nZwei\n', TWO()],
  ['the number in the line of the times', '1 00:00:01,000 --> 00:00:02,000\nEins\n\n2 00:00:03,000 --> 00:00:04,000\nZwei', TWO()],
  ['words in the line of the times', '1\n00:00:01,000 --> 00:00:02,000 Eins\n\n2\n00:00:03,000 --> 00:00:04,000  Zwei', TWO()],
  [
    'positions behind the times',
    '1\n00:00:01,000 --> 00:00:02,000 X1:100 X2:200 Y1:1 Y2:2\nEins\n\n2\n00:00:03,000 --> 00:00:04,000\nZwei',
    TWO(),
  ],
  [
    'a cue without words',
    '1\n00:00:00,000 --> 00:00:00,500\n\n2\n00:00:01,000 --> 00:00:02,000\nEins\n\n3\n00:00:03,000 --> 00:00:04,000\nZwei',
    TWO(),
  ],
  ['arrows in pieces', '1\n00:00:01,000 - -> 00:00:02,000\nEins\n\n2\n00:00:03,000 — > 00:00:04,000\nZwei\n', TWO()],
  [
    'marks without width',
    '\u200b1\n\u200e00:00:01,000 --> 00:00:02,000\nEins\n\n2\n00:00:03,000\u00a0-->\u00a000:00:04,000\nZwei\n',
    TWO(),
  ],
  [
    'digits of full width',
    '1\n００：００：０１，０００ --> ００：００：０２，０００\nEins\n\n2\n00:00:03,000 --> 00:00:04,000\nZwei\n',
    TWO(),
  ],
  ['cues in another order', '2\n00:00:03,000 --> 00:00:04,000\nZwei\n\n1\n00:00:01,000 --> 00:00:02,000\nEins\n', TWO()],
  ['WebVTT below blank lines, in lower case', '\n\nwebvtt\n\n00:01.000 --> 00:02.000\nEins\n\n00:03.000 --> 00:04.000\nZwei\n', TWO()],
  [
    'a header of HLS',
    'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n00:01.000 --> 00:02.000\nEins\n\n00:03.000 --> 00:04.000\nZwei',
    TWO(),
  ],
  ['SBV', '0:00:01.000,0:00:02.000\nEins\n\n0:00:03.000,0:00:04.000\nZwei\n', TWO()],
  ['WebVTT without its first line', '00:01.000 --> 00:02.000\nEins\n\n00:03.000 --> 00:04.000\nZwei\n', TWO()],
  ['WebVTT with commas', 'WEBVTT\n\n00:01,000 --> 00:02,000\nEins\n\n00:03,000 --> 00:04,000\nZwei\n', TWO()],
  ['WebVTT without blank lines', 'WEBVTT\n00:01.000 --> 00:02.000\nEins\n00:03.000 --> 00:04.000\nZwei\n', TWO()],
  [
    'a blank line within a cue',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nEins\n\nund\nmehr\n\n00:03.000 --> 00:04.000\nZwei\n',
    TWO('Eins|und|mehr'),
  ],
  [
    'the lower half after a blank line',
    '1\n00:00:01,000 --> 00:00:02,000\nEins\n\nEinhalb\n\n2\n00:00:03,000 --> 00:00:04,000\nZwei',
    TWO('Eins|Einhalb'),
  ],
  [
    'a cue whose times are missing',
    '1\n00:00:01,000 --> 00:00:02,000\nEins\n\n2\nDazu\n\n3\n00:00:03,000 --> 00:00:04,000\nZwei',
    TWO('Eins|Dazu'),
  ],
  ['words that are numbers', '1\n00:00:01,000 --> 00:00:02,000\n10\n\n2\n00:00:03,000 --> 00:00:04,000\nZwei', TWO('10')],
])('keeps all words of a file with %s', (_, file, cues) => {
  expect(shown(file)).toEqual(cues);
});
function TWO(first = 'Eins'): [number, number, string][] {
  return [
    [1, 2, first],
    [3, 4, 'Zwei'],
  ];
}

test('extends a cue that ends before its start to its reading time', () => {
  expect(shown('1\n00:00:05,000 --> 00:00:03,000\nRückwärts\n\n2\n00:00:20,000 --> 00:00:21,000\nWeiter')).toEqual([
    [5, 6, 'Rückwärts'],
    [20, 21, 'Weiter'],
  ]);
});

test('rejects a file without valid times', () => {
  expect(() => toWebVtt('1\n-00:00:01,000 --> 00:00:02,000\nEins\n')).toThrow(
    expect.objectContaining({ details: { rule: 'time', line: 2 } }),
  );
});

test.each([
  ['with a style sheet and a document type', '<?xml version="1.0"?><?xml-stylesheet href="a"?><!DOCTYPE tt SYSTEM "a.dtd"><!-- x -->'],
  ['in HTML entities and with a bare ampersand', ''],
])('reads a TTML file %s', (_, prolog) => {
  const text = `${prolog}<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">Eins & zwei&nbsp;drei</p></div></body></tt>`;
  expect(shown(text)).toEqual([[1, 2, 'Eins & zwei\u00A0drei']]);
});

test('reads SubStation Alpha with comments before the first section', () => {
  const text = '; von einem Programm\r\n[Events]\r\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Eins\r\n';
  expect(shown(text)).toEqual([[1, 2, 'Eins']]);
});

test('reports the line of an invalid time', () => {
  expect(() => toWebVtt('1\n00:00:01,000 --> 00:00:02,000\nEins\n\n2\n00:0x:03,000 --> 00:00:04,000\nZwei\n')).toThrow(
    expect.objectContaining({ code: 'broken_file', details: { rule: 'time', line: 6 } }),
  );
});

test('keeps all WebVTT features unchanged', () => {
  const file =
    'WEBVTT\n\nSTYLE\n::cue { color: red }\n\nNOTE von uns\n\nkapitel-1\n00:00:01.000 --> 00:00:02.000 line:0 align:start\n<v Frau Kaya>Wer <c.gelb>hat</c> <lang en>this</lang>\n';
  expect(toWebVtt(file)).toBe(file);
});

test('reads times, lines and styles of TTML', () => {
  const ttml = `<?xml version="1.0" encoding="UTF-8"?><!-- x -->
<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" ttp:frameRate="25" ttp:tickRate="1000">
<tt:head><tt:styling><tt:style xml:id="k" tts:fontStyle="italic"/></tt:styling></tt:head>
<tt:body begin="10s"><tt:div>
 <tt:p begin="00:00:01.500" end="00:00:03:05">Erste <tt:span style="k">Zeile</tt:span><tt:br/>
   zweite &lt; &amp;</tt:p>
 <tt:p begin="5000t" dur="500ms"><tt:metadata>nicht</tt:metadata>Takt</tt:p>
 <tt:p><tt:span begin="7s" end="8s">Stück</tt:span> <tt:span begin="8s" end="9s">für Stück</tt:span></tt:p>
</tt:div></tt:body></tt:tt>`;
  expect(toWebVtt(ttml)).toContain('Erste <i>Zeile</i>\nzweite &lt; &amp;');
  expect(shown(ttml)).toEqual([
    [11.5, 13.2, 'Erste Zeile|zweite < &'],
    [15, 15.5, 'Takt'],
    [17, 18, 'Stück'],
    [18, 19, 'für Stück'],
  ]);
});

test('reads TTML that declares UTF-16', () => {
  expect(shown('<?xml version="1.0" encoding="UTF-16"?><tt><body><p begin="1s" end="2s">Ä</p></body></tt>')).toEqual([[1, 2, 'Ä']]);
});

test('reads DFXP without namespace prefixes or end times', () => {
  expect(
    shown('<tt xmlns="http://www.w3.org/2006/10/ttaf1"><body><div><p begin="1s">Eins</p><p begin="3s" end="4s">Zwei</p></div></body></tt>'),
  ).toEqual([
    [1, 3, 'Eins'],
    [3, 4, 'Zwei'],
  ]);
});

test('reports the line of an error in the XML of TTML', () => {
  expect(() => toWebVtt('<tt xmlns="http://www.w3.org/ns/ttml"><body>\n<p begin="1s" end="2s">a<b></p></body></tt>')).toThrow(
    expect.objectContaining({ code: 'broken_file', details: { rule: 'xml', line: 2 } }),
  );
});

test('reads SubStation Alpha with commas, line breaks, styles and speakers', () => {
  const ass = [
    '[Script Info]',
    'Title: x',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    'Dialogue: 0,0:00:03.00,0:00:04.50,Default,,0,0,0,,Zwei, {\\i1}kursiv{\\i0}\\Nund < R&B',
    'Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,nicht',
    'Dialogue: 0,0:00:01.00,0:00:02.00,Default,Frau Kaya,0,0,0,,{\\an8\\fs20}Eins\\hhalb',
    'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}',
  ].join('\r\n');
  expect(shown(ass)).toEqual([
    [1, 2, 'Eins\u00A0halb'],
    [3, 4.5, 'Zwei, kursiv|und < R&B'],
  ]);
  expect(toWebVtt(ass)).toContain('<v Frau Kaya>Eins');
  expect(toWebVtt(ass)).toContain('<i>kursiv</i>');
});

test('reads SSA with its different order of fields', () => {
  expect(
    shown('[Events]\nFormat: Marked, Start, End, Style, Name, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,Hallo, du'),
  ).toEqual([[1, 2, 'Hallo, du']]);
});

test.each([
  ['line', 'x'.repeat(CAPTION_LIMITS.line + 1)],
  ['cue', `${'x'.repeat(1_000)}\n`.repeat(21)],
])('rejects a file if a %s is too long', (rule, words) => {
  for (const text of [srt(words), vtt(words)])
    expect(() => toWebVtt(text)).toThrow(
      expect.objectContaining({ code: 'too_large', field: 'file', details: { rule, most: CAPTION_LIMITS[rule as 'line' | 'cue'] } }),
    );
});

test('rejects a file with too many cues', () => {
  expect(() => toWebVtt(`WEBVTT\n\n${'00:01.000 --> 00:02.000\nx\n\n'.repeat(CAPTION_LIMITS.cues + 1)}`)).toThrow(
    expect.objectContaining({ code: 'too_large', details: { rule: 'cues', most: CAPTION_LIMITS.cues } }),
  );
});

const letters = fc.stringMatching(/^[a-zäöüß<>&,!? -]{0,20}[a-zäöüß]$/);

test('keeps every word of any SubRip file with any line breaks', () => {
  const cue = fc.record({
    words: fc.array(letters, { minLength: 1, maxLength: 4 }),
    gap: fc.constantFrom('\n', '\n\n', '\n \n', '\r\n\r\n', '\r'),
  });
  fc.assert(
    fc.property(fc.array(cue, { minLength: 1, maxLength: 8 }), fc.boolean(), (cues, numbered) => {
      const file = cues
        .map(({ words, gap }, i) => `${numbered ? `${i + 1}\n` : ''}00:00:${10 + i},000 --> 00:00:${11 + i},000\n${words.join('\n')}${gap}`)
        .join('');
      const wanted = cues.flatMap(({ words }) => words).map(withoutTags);
      const got = shown(file).flatMap(([, , text]) => text.split('|'));
      expect(got.join(' ').replace(/\s+/g, '')).toBe(wanted.join(' ').replace(/\s+/g, ''));
    }),
    { numRuns: 300 * MORE },
  );
});
const withoutTags = (words: string): string => words.replaceAll('-->', '→').replace(/<(?:b|i|u|s|em) ?>/g, '');

test('never throws for arbitrary text', () => {
  const piece = fc.constantFrom(
    'WEBVTT',
    '\n',
    '\n\n',
    '00:00:01,000 --> 00:00:02,000',
    '-->',
    '<',
    '>',
    '<i>',
    '&',
    '[Events]',
    'Dialogue: ',
    ',',
    '{',
    '\\',
    '<tt>',
    '<p begin="1s">',
    '\r',
    '7',
    'a',
    '\0',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
      try {
        const found = toWebVtt(parts.join(''));
        if (found !== null) expect(readCues(found).cues.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toMatchObject({ name: 'AppError' });
      }
    }),
    { numRuns: 500 * MORE },
  );
});
