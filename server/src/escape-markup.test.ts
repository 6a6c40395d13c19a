import { expect, test } from 'vitest';
import { escapeMarkup } from './escape-markup.ts';

test('escapes markup', () => {
  expect(escapeMarkup(`<a href="x" title='y'>&amp;`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;');
});

test('removes characters that XML does not allow', () => {
  expect(escapeMarkup('a\u0001b\tc\nd\ud800e\uffff')).toBe('ab\tc\nd\ufffde');
});
