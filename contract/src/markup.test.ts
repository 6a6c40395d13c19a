import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasTags, stripTags } from './markup.ts';

test.each([
  ['Ein <b>Vulkan</b>', 'Ein Vulkan'],
  ['<p>eins</p><p>zwei</p>', 'einszwei'],
  ['<a href="x">Link</a\n>', 'Link'],
  ['<a<b>c', 'c'],
  ['a <b', 'a <b'],
  ['<b>3 < 4', '3 < 4'],
  ['3 > 2', '3 > 2'],
  ['<<<', '<<<'],
  ['<scr<b>ipt>', 'ipt>'],
  ['', ''],
])('strips complete tags from %j', (text, stripped) => {
  expect(stripTags(text)).toBe(stripped);
});

test('replaces each tag with a text or the result of a callback', () => {
  expect(stripTags('<p>eins</p><p>zwei</p>', ' ')).toBe(' eins  zwei ');
  expect(stripTags('<p>eins<br>zwei</p>', (tag) => (tag === '<br>' ? '\n' : ''))).toBe('eins\nzwei');
});

test.each([
  ['<p>', true],
  ['x<A\nhref="y">', true],
  ['a <b', false],
  ['> <b', false],
  ['3 < 4 > 2', false],
  ['</p>', false],
  ['wenn a <c und d> e', false],
  ['die Klasse List<Text>', false],
  ['<br/>', true],
])('detects whether %j contains HTML elements: %s', (text, has) => {
  expect(hasTags(text)).toBe(has);
});

test('returns the same results as backtracking regular expressions', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', 'a', ' ', '/', '\n') }), (text) => {
      expect(stripTags(text, '_')).toBe(text.replace(/<[^>]*>/g, '_'));
      expect(hasTags(text)).toBe(/<a[\s/>][\s\S]*>|<a>/i.test(text));
    }),
  );
});
