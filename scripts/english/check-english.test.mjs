import { expect, test } from 'vitest';
import { findingsIn } from './findings.mjs';
import { readSource } from './read-source.mjs';

const source = [
  '/** Returns the row. */',
  'export const first = () => `a ${1 + 1} // no comment ${"}"}`;',
  '',
  '// Whoever asks',
  '// is told.',
  'const pattern = /\\/\\* no comment/;',
  '/**',
  ' * What is kept.',
  ' */',
  'export type Kept = string;',
  "test.each([{ name: ')' }])('so it is %s', () => {});",
  'describe(`returns ${first}`, () => { it.skip("exists", () => {}); });',
  "expect(/x/.test('nobody')).toBe(1 / 2); // counts / divides",
].join('\n');

test('reads comments and titles but not strings, templates and regular expressions', () => {
  const { comments, titles } = readSource(source);
  expect(comments.map(({ text, exported }) => [text, exported])).toEqual([
    ['Returns the row.', true],
    ['Whoever asks is told.', false],
    ['What is kept.', true],
    ['counts / divides', undefined],
  ]);
  expect(titles.map(({ text }) => text)).toEqual(['so it is %s', 'returns ', 'exists']);
});

test('reads titles after type arguments', () => {
  const typed = "test.each<[string, (a: Map<string, number>) => void]>([['a', () => {}]])('how %s works', () => {});";
  expect(readSource(typed).titles.map(({ text }) => text)).toEqual(['how %s works']);
});

test('reads the comments of JSX', () => {
  const jsx = "const page = <p title='x'>It's {/* Nobody */}</p>; // after\nconst half = <br />;\n/** A size. */\nexport const size = 1;";
  expect(readSource(jsx).comments.map(({ text }) => text)).toContain('A size.');
});

test('reports sentence fragments and listed words with their line', () => {
  expect(findingsIn('a.ts', source)).toEqual([
    'a.ts:4: comment starts with "Whoever"',
    'a.ts:4: comment: Whoever',
    'a.ts:4: comment: told',
    'a.ts:7: comment starts with "What"',
    'a.ts:11: title starts with "so"',
  ]);
});

test('accepts a listed word as the whole cell of a table', () => {
  expect(findingsIn('a.md', '| of whom | text |\n| ------- | ---- |\n| nobody  | told twice |\n')).toEqual(['a.md:3: told']);
});

test('accepts listed words in quotations, code and links', () => {
  const document = 'Nobody here.\n\nThe text "told" and `heard` in [a page](told.md).\n\n```\nanew\n```\n\nbuilt anew\n';
  expect(findingsIn('a.md', document)).toEqual(['a.md:1: Nobody', 'a.md:9: anew']);
});

test('reads comments of style sheets', () => {
  expect(findingsIn('a.css', '.a {\n  color: red; /* As in lists. */\n}\n')).toEqual(['a.css:2: comment starts with "As"']);
});

test('reads error messages and summaries of endpoints', () => {
  const calls = "throw new OperatorError('nobody is listed');\nconst read = endpoint({ summary: 'What is kept', reply });";
  expect(findingsIn('a.ts', calls)).toEqual(['a.ts:1: message: nobody', 'a.ts:2: message starts with "What"']);
});
