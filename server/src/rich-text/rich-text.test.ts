import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanRichText, plainWordsOf } from './rich-text.ts';

const OWN = /^\/own\/[a-z]+$/;

test('keeps only pictures that were uploaded to the portal', () => {
  const html = '<p><img src="/own/a" alt="Ein Baum" onerror="x()" width="3"></p>';
  expect(cleanRichText(html)).toBe('');
  const clean = cleanRichText(html, { pictures: OWN });
  expect(clean).toBe('<p><img src="/own/a" alt="Ein Baum" /></p>');
  expect(cleanRichText(clean, { pictures: OWN })).toBe(clean);
  for (const src of ['https://fremd.example/a', '//fremd.example/own/a', 'data:image/png;base64,x', '/own/a/../b', '/own/A"x', ''])
    expect(cleanRichText(`<p>a<img src='${src}' alt="x"></p>`, { pictures: OWN }), src).toBe('<p>a</p>');
  expect(cleanRichText('<p>a<img alt="x"></p>', { pictures: OWN })).toBe('<p>a</p>');
});

test('replaces a rejected link with its text', () => {
  expect(cleanRichText('<p><a href="http://x.de">alt</a></p><p>Neu: <a href="https://y.de">y</a> Ende des Satzes.</p>')).toBe(
    '<p>alt</p><p>Neu: <a href="https://y.de">y</a> Ende des Satzes.</p>',
  );
  expect(cleanRichText('<p><a href="/innen">da</a> <strong>fett</strong> normal</p>')).toBe('<p>da <strong>fett</strong> normal</p>');
});

/** Pasted HTML: allowed and disallowed elements in any nesting, and valid and invalid links. */
const { tree } = fc.letrec<{ tree: string; element: string; words: string }>((tie) => ({
  words: fc.constantFrom('a', 'b c', ' d ', 'é', '&amp;', '&lt;'),
  element: fc
    .tuple(
      fc.constantFrom(
        ...['p', 'strong', 'em', 'ul', 'li', 'h3', 'b', 'i', 'div', 'h1', 'span', 'section', 'a href="https://a.example"'],
        ...['a href="http://b.example"', 'a href="/c"', 'a', 'a href="javascript:x"'],
      ),
      fc.array(tie('tree'), { maxLength: 3 }),
    )
    .map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag.split(' ')[0]}>`),
  tree: fc.oneof({ maxDepth: 4 }, tie('words'), tie('element')),
}));

/** Returns the text without tags and white space. */
const wordsOf = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/\s+/g, '');

/** Returns the names of elements that are not closed in the reverse order of opening. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  for (const [, end, name = '', self] of html.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (self === '/') continue;
    if (end === '') open.push(name);
    else if (open.pop() !== name) return [name];
  }
  return open;
}

test('returns balanced HTML with the same text', () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), (trees) => {
      const html = trees.join('');
      const clean = cleanRichText(html);
      expect(unbalanced(clean)).toEqual([]);
      expect(wordsOf(clean)).toBe(wordsOf(html));
      expect(cleanRichText(clean)).toBe(clean);
    }),
    { numRuns: 150 },
  );
});

test('decodes entities and separates paragraphs in plain text', () => {
  expect(plainWordsOf('<p>Wasser &amp; Luft</p><p>3 &lt; 4 &amp;lt; <em>5</em></p>')).toBe('Wasser & Luft 3 < 4 &lt; 5');
  expect(plainWordsOf('<ul><li>eins</li><li>zwei<br>drei</li></ul>')).toBe('eins zwei drei');
});

test.each(['<em>', '<div>', '<ul><li>', '<a href="https://a.example"><div>'])(
  'reduces deeply nested elements to their text: %s',
  (tags) => {
    const deep = `${tags.repeat(5_000)}Hallo &amp; <b>Welt</b> 3 < 4`;
    const clean = cleanRichText(deep);
    expect(clean).toContain('Hallo &amp; ');
    expect(clean.length).toBeLessThan(20_000);
    expect(cleanRichText(clean)).toBe(clean);
  },
);
