import { describe, expect, it } from 'vitest';
import { cleanRichText, toLinkUrl, hasContent, shownRichText } from './rich-text.ts';

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

describe('pictures stored in the portal', () => {
  const src = '/api/v1/news/files/01890000-0000-7000-8000-000000000901';
  const clean = (html: string) => cleanRichText(html, { pictures: true });
  it.each([
    [`<p><img src="${src}" alt="Ein Plakat" width="9" onerror="x()" class="y"></p>`, `<p><img src="${src}" alt="Ein Plakat"></p>`],
    ['<p>a<img src="https://other.example/x.png" alt="b"></p>', '<p>a</p>'],
    ['<p>a<img src="data:image/png;base64,AAAA" alt="b"></p>', '<p>a</p>'],
    [`<p>a<img src="${src}/../../user" alt="b"><img src="${src}?x" alt="b"></p>`, '<p>a</p>'],
    [`<a href="${src}">a</a>`, 'a'],
  ])('%s', (given, wanted) => expect(clean(given)).toBe(wanted));

  it('are shown only if the caller allows pictures', () => {
    expect(shownRichText(`<p><img src="${src}"></p>`, String, 2, { pictures: true })).toBe(
      `<p><img src="${src}" loading="lazy" alt=""></p>`,
    );
    expect(shownRichText(`<p>a<img src="${src}" alt="b"></p>`, String)).toBe('<p>a</p>');
  });
});

it('highlights placeholders', () => {
  expect(shownRichText('<p>Bis [[Tag der Löschung]], dann [x].</p>', (words) => `Bitte ergänzen: ${words}`)).toBe(
    '<p>Bis <mark>Bitte ergänzen: Tag der Löschung</mark>, dann [x].</p>',
  );
  expect(shownRichText('<p>[[&lt;b&gt;]]</p>', (words) => words)).toBe('<p><mark>&lt;b&gt;</mark></p>');
});

it('adjusts heading levels to the page', () => {
  expect(shownRichText('<h3>a</h3><h4>b</h4>', String)).toBe('<h3>a</h3><h4>b</h4>');
  expect(shownRichText('<h3>a</h3><h4>b</h4>', String, 2)).toBe('<h2>a</h2><h3>b</h3>');
});

it('adds rel="noopener noreferrer" to links', () => {
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
])('converts the typed link %s to %s', (typed, address) => expect(toLinkUrl(typed)).toBe(address));

describe('hasContent', () => {
  it.each([
    ['', false],
    ['<p><br></p><p> &nbsp;\u00a0</p>', false],
    ['<p>a</p>', true],
    ['<p><img src="/api/v1/news/files/01890000-0000-7000-8000-000000000901" alt=""></p>', true],
  ])('maps "%s" to %s', (html, says) => expect(hasContent(html)).toBe(says));
});
