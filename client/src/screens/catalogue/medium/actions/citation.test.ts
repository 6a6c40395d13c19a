import { describe, expect, test } from 'vitest';
import { citationFile, citationKey, cite, plainText, type CitationStyle, type CitationWords, type Source } from './citation.ts';

const WORDS: CitationWords = {
  undated: 'o. J.',
  dinUndated: '[ohne Datum]',
  accessed: (date) => `Zugriff am: ${date}`,
  available: 'Verfügbar unter:',
  retrieved: (date) => `Abgerufen am ${date}, von`,
  number: 'Mediennummer',
};
const film = (more: Partial<Source> = {}): Source => ({
  title: 'Die Zelle',
  producer: 'Lindenblatt Lernfilm',
  year: 2023,
  kind: 'Film',
  class: 'video',
  url: 'https://fundus.example/media/FU-1',
  language: 'de',
  number: '5508 1017',
  accessed: { iso: '2026-11-21', written: '21. November 2026' },
  ...more,
});
const said = (style: CitationStyle, more: Partial<Source> = {}) => plainText(cite(style, film(more), WORDS));

describe('APA', () => {
  test.each<[string, Partial<Source>, string]>([
    ['a film', {}, 'Lindenblatt Lernfilm. (2023). Die Zelle [Film]. https://fundus.example/media/FU-1'],
    [
      'without a year',
      { year: null },
      'Lindenblatt Lernfilm. (o. J.). Die Zelle [Film]. Abgerufen am 21. November 2026, von https://fundus.example/media/FU-1',
    ],
    ['without a producer', { producer: '' }, 'Die Zelle [Film]. (2023). https://fundus.example/media/FU-1'],
    [
      'a producer that ends with a stop',
      { producer: 'Bild e. V.' },
      'Bild e. V. (2023). Die Zelle [Film]. https://fundus.example/media/FU-1',
    ],
    ['a question', { title: 'Wer war das?' }, 'Lindenblatt Lernfilm. (2023). Wer war das? [Film]. https://fundus.example/media/FU-1'],
    ['lines in the title', { title: ' Die\n Zelle ' }, 'Lindenblatt Lernfilm. (2023). Die Zelle [Film]. https://fundus.example/media/FU-1'],
  ])('%s', (_, more, expected) => expect(said('apa', more)).toBe(expected));

  test('formats only the title in italics', () =>
    expect(cite('apa', film(), WORDS).filter((piece) => piece.italic)).toEqual([{ text: 'Die Zelle', italic: true }]));
});

describe('DIN ISO 690', () => {
  test.each<[string, Partial<Source>, string]>([
    [
      'a film',
      {},
      'LINDENBLATT LERNFILM, 2023. Die Zelle [Film]. Mediennummer 5508 1017 [Zugriff am: 21. November 2026]. Verfügbar unter: https://fundus.example/media/FU-1',
    ],
    [
      'without producer, year and number',
      { producer: '', year: null, number: null },
      'Die Zelle [Film], [ohne Datum]. [Zugriff am: 21. November 2026]. Verfügbar unter: https://fundus.example/media/FU-1',
    ],
    [
      'umlauts in capitals',
      { producer: 'Grünfilm', number: null },
      'GRÜNFILM, 2023. Die Zelle [Film]. [Zugriff am: 21. November 2026]. Verfügbar unter: https://fundus.example/media/FU-1',
    ],
  ])('%s', (_, more, expected) => expect(said('din', more)).toBe(expected));
});

describe('BibTeX', () => {
  test('cites a film', () =>
    expect(said('bibtex')).toBe(
      [
        '@misc{lindenblatt2023zelle,',
        '  title = {{Die Zelle}},',
        '  author = {{Lindenblatt Lernfilm}},',
        '  year = {2023},',
        '  howpublished = {Film},',
        '  language = {de},',
        '  note = {Mediennummer 5508 1017},',
        '  url = {https://fundus.example/media/FU-1},',
        '  urldate = {2026-11-21},',
        '}',
        '',
      ].join('\n'),
    ));
  test('omits fields without a value', () => {
    const text = said('bibtex', { producer: '', year: null, number: null, language: null });
    expect(text).not.toMatch(/author|year|note|language/);
  });
  test('cites a book as @book', () => expect(said('bibtex', { class: 'book' })).toMatch(/^@book\{/));
  test.each([
    ['100 % & mehr', '100 \\% \\& mehr'],
    ['a_b #1 $', 'a\\_b \\#1 \\$'],
    ['{Klammern}', '\\{Klammern\\}'],
    ['C:\\Pfad', 'C:\\textbackslash{}Pfad'],
    ['~ und ^', '\\textasciitilde{} und \\textasciicircum{}'],
  ])('escapes %s', (title, expected) => expect(said('bibtex', { title })).toContain(`title = {{${expected}}}`));
  test('escapes braces in a URL', () =>
    expect(said('bibtex', { url: 'https://a.example/{x}' })).toContain('url = {https://a.example/%7Bx%7D}'));
});

describe('RIS', () => {
  test('cites a film with CRLF line endings', () =>
    expect(said('ris').split('\r\n')).toEqual([
      'TY  - VIDEO',
      'TI  - Die Zelle',
      'AU  - Lindenblatt Lernfilm',
      'PY  - 2023',
      'LA  - de',
      'M3  - Film',
      'AN  - 5508 1017',
      'UR  - https://fundus.example/media/FU-1',
      'Y2  - 2026/11/21',
      'ER  - ',
      '',
    ]));
  test('prevents a title from starting another field', () => {
    const fields = said('ris', { title: 'Zelle\r\nER  - \r\nTY  - BOOK' }).split('\r\n');
    expect(fields.filter((field) => field.startsWith('TY'))).toEqual(['TY  - VIDEO']);
    expect(fields.filter((field) => field.startsWith('ER'))).toHaveLength(1);
  });
  test.each([
    ['audio', 'SOUND'],
    ['picture', 'FIGURE'],
    ['software', 'COMP'],
    ['book', 'EBOOK'],
    ['link', 'ELEC'],
    ['package', 'MULTI'],
    ['device', 'GEN'],
  ] as const)('exports %s as %s', (kind, type) => expect(said('ris', { class: kind })).toMatch(new RegExp(`^TY {2}- ${type}\r\n`)));
});

describe('citation key', () => {
  test.each([
    ['Lindenblatt Lernfilm', 2023, 'Die Zelle', 'lindenblatt2023zelle'],
    ['Übermut & Söhne', 2020, 'Der große Fluß', 'uebermut2020grosse'],
    ['', null, 'Das', 'das'],
    ['', null, '???', 'medium'],
    ['Éditions Łódź', null, 'Là-bas', 'editionslabas'],
    ['日本', 2021, '水', '2021'],
  ])('is derived from producer "%s", year %s and title "%s": %s', (producer, year, title, key) =>
    expect(citationKey({ producer, year, title })).toBe(key),
  );
});

test.each<[CitationStyle, string, string]>([
  ['apa', 'lindenblatt2023zelle.txt', 'text/plain'],
  ['bibtex', 'lindenblatt2023zelle.bib', 'application/x-bibtex'],
  ['ris', 'lindenblatt2023zelle.ris', 'application/x-research-info-systems'],
])('saves a citation in %s style as %s', (style, name, type) => expect(citationFile(style, film())).toEqual({ name, type }));
