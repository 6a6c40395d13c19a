import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cleanSvg } from './svg.ts';

const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" ${attributes}>${inside}<rect width="5" height="5"/></svg>`;

/** Patterns of scripts, requests and links, which must not occur in a sanitized file. */
const DANGER =
  /script|onload|onclick|onbegin|javascript|foreignobject|iframe|<image|data:|http(?!:\/\/www\.w3\.org\/2000\/svg")|@import|<style|style=|<animate|<set|<a[\s>]|<!|<\?|expression|evil|169\.254/i;

/** Attacks on SVG sanitizers. After sanitizing, at most the square remains. */
const ATTACKS: Record<string, string> = {
  script: svg('<script>alert(1)</script>'),
  'script in capitals': svg('<SCRIPT>alert(1)</SCRIPT>'),
  'script in CDATA': svg('<script><![CDATA[ alert(1) ]]></script>'),
  'script from elsewhere': svg('<script href="https://evil.example/x.js"/>'),
  'script with xlink': svg('<script xlink:href="data:text/javascript,alert(1)"/>'),
  'script with a prefix': svg('<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'),
  'script of HTML': svg('<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'),
  'nested script': svg('<scr<script>ipt>alert(1)</script>'),
  onload: svg('', 'onload="alert(1)"'),
  'onload in capitals': svg('', 'ONLOAD="alert(1)"'),
  'onload with spaces': svg('', 'onload \n= "alert(1)"'),
  onclick: svg('<g onclick="alert(1)"><rect width="1" height="1" onmouseover="alert(1)"/></g>'),
  foreignObject: svg(
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="javascript:alert(1)"/></body></foreignObject>',
  ),
  'foreignObject in capitals': svg('<FOREIGNOBJECT><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;"/></FOREIGNOBJECT>'),
  'use of data': svg('<use href="data:image/svg+xml;base64,PHN2Zz48c2NyaXB0PmFsZXJ0KDEpPC9zY3JpcHQ+PC9zdmc+#x"/>'),
  'use of another file': svg('<use xlink:href="https://evil.example/x.svg#a"/>'),
  'image from elsewhere': svg('<image href="https://evil.example/pixel.png" width="1" height="1"/>'),
  'image of the cloud': svg('<image xlink:href="http://169.254.169.254/latest/meta-data/"/>'),
  'image with SVG inside': svg('<image href="data:image/svg+xml,&lt;svg onload=alert(1)&gt;"/>'),
  'file of the machine': svg('<image href="file:///etc/passwd"/>').replace('file:', 'http://evil/file:'),
  'CSS import': svg('<style>@import url("https://evil.example/x.css"); rect{fill:red}</style>'),
  'CSS import without url': svg("<style>@import 'https://evil.example/x.css';</style>"),
  'CSS with a picture': svg('<style>rect{fill:url(https://evil.example/a#b)}</style>'),
  'CSS with escapes': svg('<style>rect{fill:u\\72l(https://evil.example/)}</style>'),
  'CSS font': svg('<style>@font-face{font-family:x;src:url(https://evil.example/f.woff)}</style>'),
  'CSS ends early': svg('<style><![CDATA[ </style><script>alert(1)</script> ]]></style>'),
  'style attribute': svg('<rect style="background:url(https://evil.example/);behavior:url(x.htc);fill:expression(alert(1))"/>'),
  'paint from elsewhere': svg('<rect fill="url(https://evil.example/x.svg#p)"/>'),
  'paint from elsewhere after a good one': svg('<rect fill="url(#a) url(//evil.example/x)"/>'),
  'javascript link': svg('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>'),
  'javascript link hidden by entities': svg('<a xlink:href="java&#x73;cript:alert(1)"><rect width="9" height="9"/></a>'),
  'javascript link with a tab': svg('<a href="java\tscript:alert(1)"><rect width="9" height="9"/></a>'),
  'animated link': svg('<a><animate attributeName="href" values="javascript:alert(1)"/><rect width="9" height="9"/></a>'),
  'set handler': svg('<rect><set attributeName="onmouseover" to="alert(1)"/></rect>'),
  'animation that begins': svg('<animate onbegin="alert(1)" attributeName="x" dur="1s"/>'),
  'filter picture': svg('<filter id="f"><feImage href="https://evil.example/x.png"/></filter>'),
  'processing instruction': `<?xml version="1.0"?><?xml-stylesheet href="https://evil.example/x.xsl" type="text/xsl"?>${svg('')}`,
  'document type': `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://evil.example/svg11.dtd">${svg('')}`,
  handler: svg('<handler type="application/ecmascript">alert(1)</handler>'),
  'comment that ends early': svg('<!--><script>alert(1)</script>-->'),
  'attribute in an attribute': svg('<rect id="a&quot; onload=&quot;alert(1)" width="1"/>'),
  'embedded object': svg('<embed src="https://evil.example/"/><object data="https://evil.example/"/>'),
  'another document behind it': `${svg('')}<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>`,
};

describe('sanitizing an SVG', () => {
  test.each(Object.entries(ATTACKS))('neutralizes an attack: %s', async (_, attack) => {
    const cleaned = cleanSvg(attack);
    expect(cleaned).not.toBeNull();
    expect(cleaned!.svg).not.toMatch(DANGER);
    expect(cleaned!.svg).toContain('<rect width="5" height="5"');
  });

  test.each([
    ['an entity that reads a file', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`],
    ['entities that grow', `<!DOCTYPE svg [<!ENTITY a "aa"><!entity b "&a;&a;">]>${svg('<text>&b;</text>')}`],
    ['HTML', '<html><body><svg onload="alert(1)"/></body></html>'],
    ['a drawing inside something else', '<a href="javascript:alert(1)"><svg viewBox="0 0 1 1"/></a>'],
    ['words', 'no drawing at all'],
    ['nothing', ''],
  ])('returns null for %s', (_, source) => expect(cleanSvg(source)).toBeNull());

  test('returns the names of removed elements and attributes', () => {
    const { removed } = cleanSvg(svg('<script/><image href="http://evil.example/a.png"/><a href="https://evil.example"/>', 'onload="x"'))!;
    expect(removed).toEqual(['a', 'image', 'onload', 'script']);
  });

  test('keeps shapes, gradients, references and style sheet colours', async () => {
    const { svg: clean, removed } = cleanSvg(
      svg(`<style type="text/css"><![CDATA[ /* brand */ .cls-1, #b { fill: #c00; stroke-width: 2px !important } path { fill-rule: evenodd } ]]></style>
      <defs><linearGradient id="g"><stop offset="0" stop-color="#fff" style="stop-opacity:.5"/></linearGradient></defs>
      <path class="cls-1" d="M0 0\nL5 5"/><circle id="b" r="2" style="fill:url(#g)"/><use xlink:href="#b"/><text font-family="Arial, sans-serif">A &amp; B</text>`),
    )!;
    expect(removed).toEqual([]);
    expect(clean).toContain('<path class="cls-1" d="M0 0 L5 5" fill-rule="evenodd" fill="#c00" stroke-width="2px"></path>');
    expect(clean).toContain('<stop offset="0" stop-color="#fff" stop-opacity=".5"></stop>');
    expect(clean).toContain('fill="url(#g)"');
    expect(clean).toContain('<use href="#b"></use>');
    expect(clean).toContain('A &amp; B');
    expect((await sharp(Buffer.from(clean)).metadata()).format).toBe('svg');
  });

  test('always returns valid XML', async () => {
    const { svg: clean } = cleanSvg(svg('<text>&undefined; &amp;lt; a & b &#1; \u0002</text><g><g>'))!;
    expect(clean).toContain('<text>&amp;undefined; &amp;lt; a &amp; b  </text>');
    expect((await sharp(Buffer.from(clean)).metadata()).format).toBe('svg');
  });

  test('is idempotent', () => {
    const piece = fc.constantFrom(
      ...Object.values(ATTACKS),
      '<',
      '>',
      '"',
      '/>',
      '<g ',
      'onload=',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '&lt;',
      '<style>',
      '</style>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const once = cleanSvg(svg(pieces.join('')));
        if (!once) return;
        expect(once.svg).not.toMatch(/<script|<foreignobject|<image|<animate|<style|<iframe|<[^>]*\son\w+\s*=/i);
        const twice = cleanSvg(once.svg);
        expect(twice?.svg).toBe(once.svg);
      }),
      { numRuns: 200 },
    );
  });
});
