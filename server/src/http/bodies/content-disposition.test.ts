import { describe, expect, it } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

describe('contentDisposition', () => {
  it.each([
    ['zahlen-2026-11-26.csv', 'attachment; filename="zahlen-2026-11-26.csv"'],
    ['Übung für Große.pdf', `attachment; filename="Uebung fuer Grosse.pdf"; filename*=UTF-8''%C3%9Cbung%20f%C3%BCr%20Gro%C3%9Fe.pdf`],
    // File name in decomposed Unicode form, as sent by macOS.
    ['U\u0308bung.pdf', `attachment; filename="Uebung.pdf"; filename*=UTF-8''%C3%9Cbung.pdf`],
    ['Café (neu) *.pdf', `attachment; filename="Cafe (neu) .pdf"; filename*=UTF-8''Caf%C3%A9%20%28neu%29%20.pdf`],
    ["Peter's.pdf", `attachment; filename="Peter's.pdf"`],
    ["Peter's Größe.pdf", `attachment; filename="Peter's Groesse.pdf"; filename*=UTF-8''Peter%27s%20Gr%C3%B6%C3%9Fe.pdf`],
    ['100% sicher.pdf', `attachment; filename="100_ sicher.pdf"; filename*=UTF-8''100%25%20sicher.pdf`],
    ['Україна.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%D0%A3%D0%BA%D1%80%D0%B0%D1%97%D0%BD%D0%B0.pdf`],
    ['../../etc/passwd', 'attachment; filename=".. .. etc passwd"'],
    ['a"; filename="b.exe', 'attachment; filename="a ; filename= b.exe"'],
    ['a\r\nSet-Cookie: x=1.pdf', 'attachment; filename="a Set-Cookie x=1.pdf"'],
    ['fdp.\u202eexe', 'attachment; filename="fdp. exe"'],
    ['\ud800.pdf', 'attachment; filename=".pdf"'],
    ['', 'attachment; filename="file"'],
    ['\u200b', 'attachment; filename="file"'],
  ])('returns an ASCII name and, if different, the full name for %j', (name, header) =>
    expect(contentDisposition('attachment', name)).toBe(header),
  );

  it('shortens long names without changing the extension', () => {
    const header = contentDisposition('inline', `${'ä'.repeat(400)}.pdf`);
    const whole = decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)![1]!);
    expect(whole).toBe(`${'ä'.repeat(146)}.pdf`);
    expect(Buffer.byteLength(whole)).toBeLessThanOrEqual(300);
    expect(header).toMatch(/^inline; filename="[ -~]+"; /);
  });

  it('returns a valid header for every character', () => {
    for (let code = 0; code < 0x2fff; code += 1) {
      const header = contentDisposition('attachment', `a${String.fromCodePoint(code)}b.pdf`);
      expect(header).toMatch(/^attachment; filename="[ !#-$&-[\]-~]+"(; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+)?$/);
    }
  });
});
