import { expect, test } from 'vitest';
import { cleanRichText } from './rich-text.ts';

const OWN = /^\/own\/[a-z]+$/;

test('pictures only where they are asked for, and only of our own', () => {
  const html = '<p><img src="/own/a" alt="Ein Baum" onerror="x()" width="3"></p>';
  expect(cleanRichText(html)).toBe('');
  const clean = cleanRichText(html, { pictures: OWN });
  expect(clean).toBe('<p><img src="/own/a" alt="Ein Baum" /></p>');
  expect(cleanRichText(clean, { pictures: OWN })).toBe(clean);
  for (const src of ['https://fremd.example/a', '//fremd.example/own/a', 'data:image/png;base64,x', '/own/a/../b', '/own/A"x', ''])
    expect(cleanRichText(`<p>a<img src='${src}' alt="x"></p>`, { pictures: OWN }), src).toBe('<p>a</p>');
  expect(cleanRichText('<p>a<img alt="x"></p>', { pictures: OWN })).toBe('<p>a</p>');
});
