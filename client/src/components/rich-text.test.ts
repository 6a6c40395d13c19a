import { describe, expect, it } from 'vitest';
import { cleanRichText, linkAddress, paragraphsOf, shownRichText } from './rich-text.ts';

describe('cleanRichText', () => {
  it.each([
    ['<p onclick="x()" style="color:red">a</p><script>alert(1)</script>', '<p>a</p>'],
    ['<h1>A</h1><div>d</div><b>e</b><i>f</i><u>g</u>', '<h3>A</h3><p>d</p><strong>e</strong><em>f</em>g'],
    ['<a href="javascript:alert(1)">a</a><a href="http://a.example">b</a><a href="//c.example">c</a>', 'abc'],
    ['<a href="https://a.example" target="_blank" id="x">a</a>', '<a href="https://a.example">a</a>'],
    ['<img src=x onerror=alert(1)><iframe srcdoc="x"></iframe><svg><p>t</p></svg>', '<p>t</p>'],
    ['<ul><li><b>a</b></li></ul>', '<ul><li><strong>a</strong></li></ul>'],
  ])('%s', (given, clean) => {
    expect(cleanRichText(given)).toBe(clean);
    expect(cleanRichText(clean)).toBe(clean);
  });
});

it('marks what is still to be filled in', () => {
  expect(shownRichText('<p>Bis [[Tag der Löschung]], dann [x].</p>', (words) => `Bitte ergänzen: ${words}`)).toBe(
    '<p>Bis <mark>Bitte ergänzen: Tag der Löschung</mark>, dann [x].</p>',
  );
  expect(shownRichText('<p>[[&lt;b&gt;]]</p>', (words) => words)).toBe('<p><mark>&lt;b&gt;</mark></p>');
});

it('begins its headings where the page needs them', () => {
  expect(shownRichText('<h3>a</h3><h4>b</h4>', String)).toBe('<h3>a</h3><h4>b</h4>');
  expect(shownRichText('<h3>a</h3><h4>b</h4>', String, 2)).toBe('<h2>a</h2><h3>b</h3>');
});

it('shows links that do not tell where one comes from', () => {
  expect(shownRichText('<a href="https://a.example">a</a>', String)).toBe('<a href="https://a.example" rel="noopener noreferrer">a</a>');
});

it.each([
  ['https://a.example/x?y', 'https://a.example/x?y'],
  [' www.a.example ', 'https://www.a.example'],
  ['amt@kreis.example', 'mailto:amt@kreis.example'],
  ['mailto:amt@kreis.example', 'mailto:amt@kreis.example'],
  ['http://a.example', null],
  ['javascript:alert(1)', null],
  ['https://', null],
  ['https://a b.example', null],
  ['/contact', null],
  ['', null],
])('linkAddress(%s)', (typed, address) => expect(linkAddress(typed)).toBe(address));

it('keeps the lines of plain text', () => {
  expect(paragraphsOf('a\r\nb\n\n\n<c> & d\n')).toBe('<p>a<br>b</p><p>&lt;c&gt; &amp; d<br></p>');
});
