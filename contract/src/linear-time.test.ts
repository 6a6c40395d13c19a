/** Checks that the functions of the contract that parse user input run in linear time. */
import { expect, test } from 'vitest';
import { passwordProblem } from './accounts/password-rules.ts';
import { parseSynonymLines } from './catalogue/synonyms.ts';
import { parseDoi, parseEan, parseIsbn } from './catalogue/work-numbers.ts';
import { cleanLine, text } from './fields.ts';
import { prose } from './legal/content.ts';
import { hasTags, stripTags } from './markup.ts';
import { readGrades } from './reference/grade-levels.ts';
import { subjectCodes } from './reference/subject-names.ts';
import { findListedWords, hasAddress } from './reviews/word-filter.ts';
import { checkText, placeholdersOf, parseCsv, parseCsvTexts, parseJsonTexts } from './setup/texts.ts';
import { unescapeFormula, writeCsv } from './table-file.ts';
import { findSuperLinear, superLinear } from './testing/growth.ts';
import { normalizeText } from './unicode.ts';

/** Fraction of the maximum input length that is tested outside release runs. */
const SHARE = process.env['TEST_RELEASE'] ? 1 : 1 / 3;

test('parses texts in linear time', { timeout: 300_000 }, async () => {
  expect(
    await findSuperLinear(
      {
        stripTags: { read: stripTags, most: 500_000 },
        hasTags: { read: hasTags, most: 500_000 },
        normalizeText: { read: (words) => normalizeText(words, 'NFKD'), most: 200_000 },
        text: { read: (words) => text(1_000).safeParse(words), most: 200_000 },
        prose: { read: (words) => prose(1_000).safeParse(words), most: 200_000 },
        cleanLine: { read: cleanLine, most: 200_000 },
        passwordProblem: { read: passwordProblem },
        synonymLines: { read: parseSynonymLines },
        readDoi: { read: parseDoi },
        readEan: { read: parseEan },
        readIsbn: { read: parseIsbn },
        readGrades: { read: readGrades },
        subjectCodes: { read: subjectCodes },
        hasAddress: { read: hasAddress },
        findListed: { read: (words) => findListedWords(words, ['idiot']) },
        placeholdersOf: { read: placeholdersOf },
        checkText: { read: (own) => checkText('a.b', 'Ein {{name}}', own) },
        readCsv: { read: (file) => parseCsv(file), before: 'key,own\n', most: 200_000 },
        'parseCsv in quotation marks': { read: (file) => parseCsv(file), before: 'key,own\n"', most: 200_000 },
        readCsvTexts: { read: parseCsvTexts, before: 'key;own\n' },
        readJsonTexts: { read: parseJsonTexts, before: '{"a":' },
        writeCsv: { read: (cell) => writeCsv([[cell]], 'de') },
        unguard: { read: unescapeFormula, before: "'" },
      },
      SHARE,
    ),
  ).toEqual([]);
});

const quadratic = (word: string): number => {
  let found = 0;
  for (let i = 0; i < word.length; i++) if (word.indexOf('x', i) >= 0) found += 1;
  return found;
};
const exponential = (depth: number): number => (depth === 0 ? 1 : exponential(depth - 1) + exponential(depth - 1));

test.each([
  ['quadratic', (times: number) => quadratic('a'.repeat(times)), 200_000],
  ['exponential', (times: number) => exponential(times), 30],
])('detects %s growth', async (_, run, most) => {
  // Other load can hide growth, so this fails only if it does so ten times.
  let found: object | undefined;
  for (let i = 0; i < 10 && !found; i++) found = await superLinear(run, (times) => times, { most, floor: 5 });
  expect(found).toBeDefined();
});
