import { measureCpuTime } from '@fundus/contract/testing/processor-time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlainText, readRichText } from './markup-text.ts';

it.each([
  ['<p>Alles &uuml;ber <b>B&auml;ume</b> &amp; Pilze.</p>', 'Alles über Bäume & Pilze.'],
  ['&lt;p&gt;Alles &amp;uuml;ber &lt;b&gt;Bäume&lt;/b&gt;&lt;/p&gt;', 'Alles über Bäume'],
  ['&amp;lt;p&amp;gt;Bäume&amp;lt;/p&amp;gt;', 'Bäume'],
  ['<![CDATA[<p>Bäume</p>]]>', 'Bäume'],
  ['<p>eins</p><p>zwei</p>', 'eins\nzwei'],
  ['<ul><li>eins<li>zwei</ul>', 'eins\nzwei'],
  ['eins<br>zwei<br/>drei', 'eins\nzwei\ndrei'],
  ['<table><tr><td>eins</td><td>zwei</td></tr></table>', 'eins zwei'],
  ['<b>Bu</b>ch, H<sub>2</sub>O', 'Buch, H2O'],
  ['<p>a</p><!-- x --><script>let a = "<b>";</script><style>p{}</style>', 'a'],
  ['Wenn a < b und c > d', 'Wenn a < b und c > d'],
  ['Das Element <table> und List<Text>', 'Das Element <table> und List<Text>'],
  ['Bäume &amp; Pilze &#8211; &bdquo;gut&ldquo; &NotEqualTilde;', 'Bäume & Pilze – „gut“ ≂̸'],
  ['AT&T, a&b;c &unbekannt;', 'AT&T, a&b;c &unbekannt;'],
  ['<p>a &lt; b</p>', 'a < b'],
  ['', ''],
])('reads %j as plain text', (written, text) => {
  expect(readPlainText(written)).toBe(text);
});

it.each([
  ['<p>B&auml;ume &amp;amp; <b>Pilze</b></p>', '<p>B&auml;ume &amp; <b>Pilze</b></p>'],
  ['&lt;p&gt;B&amp;auml;ume&lt;/p&gt;', '<p>B&auml;ume</p>'],
  ['<![CDATA[<p>Bäume</p>]]>', '<p>Bäume</p>'],
  ['B&auml;ume &amp; Pilze', 'Bäume & Pilze'],
  ['a < b', 'a < b'],
])('unescapes %j without removing its HTML', (written, html) => {
  expect(readRichText(written)).toBe(html);
});

it('preserves a word between any fragments of markup', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '&',
    ';',
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '&amp;',
    '&lt;',
    '&auml;',
    '<!--',
    '<![CDATA[',
    ']]>',
    ' ',
    '/',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 12 }), (before, after) => {
      // Excludes comments, whose content is not part of the text.
      fc.pre(!before.includes('<!--'));
      const read = readPlainText(`${before.join('')} Wasserkreislauf ${after.join('')}`);
      // Excludes a word inside an unclosed tag.
      if (!/<\/?[a-z][^<>]*$/i.test(before.join(''))) expect(read).toContain('Wasserkreislauf');
    }),
  );
});

it('reads any text in linear time', async () => {
  for (const unit of [
    '<',
    '<p',
    '<p>',
    '</p ',
    '&',
    '&amp;',
    '&amp;amp;',
    '<script',
    '<!--',
    '<![CDATA[',
    ' ',
    '&lt;p&gt;',
    '<p <p',
    '\n ',
    '<br',
  ])
    for (const read of [readPlainText, readRichText]) {
      const used = await measureCpuTime(() => read(`</p>${unit.repeat(1_000_000 / unit.length)}`));
      expect(used).toBeLessThan(5_000);
    }
});
