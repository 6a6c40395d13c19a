import { expect, it } from 'vitest';
import { firstSentence, SHORT_TEXT, shorten } from './short-text.ts';

it.each([
  ['', ''],
  ['  \n ', ''],
  ['Ein Satz ohne Punkt', 'Ein Satz ohne Punkt'],
  ['Der Wolf ist wieder da. Viele freuen sich.', 'Der Wolf ist wieder da.'],
  ['Tiere in der Stadt, z. B. Füchse und Waschbären. Sie sind nachts unterwegs.', 'Tiere in der Stadt, z. B. Füchse und Waschbären.'],
  ['Das 19. Jahrhundert veränderte alles. Maschinen kamen.', 'Das 19. Jahrhundert veränderte alles.'],
  ['Leben und Werk von J. S. Bach in Bildern. Mit Musik.', 'Leben und Werk von J. S. Bach in Bildern.'],
  ['Für Kinder ab ca. 6 Jahren gut geeignet! Sehr schön.', 'Für Kinder ab ca. 6 Jahren gut geeignet!'],
  ['„Ich schreibe am liebsten Texte“. Viele davon hat er gelesen.', '„Ich schreibe am liebsten Texte“.'],
  ['Was ist ein Vulkan? Wir sehen nach.', 'Was ist ein Vulkan? Wir sehen nach.'],
  ['Wie entsteht ein Vulkan? Wir sehen nach.', 'Wie entsteht ein Vulkan?'],
  ['Zeile eins\nund zwei gehören zusammen. Ende.', 'Zeile eins und zwei gehören zusammen.'],
])('shortens %j to %j', (text, short) => {
  expect(firstSentence(text)).toBe(short);
});

it('shortens a long sentence after a complete word', () => {
  const short = firstSentence('Wörter '.repeat(100));
  expect(short.length).toBeLessThanOrEqual(SHORT_TEXT);
  expect(short).toMatch(/^(?:Wörter )+Wörter…$/);
});

it('shortens a very long word without splitting a character', () => {
  expect(shorten('x'.repeat(50), 10)).toBe('xxxxxxxxx…');
  expect(shorten('😀'.repeat(50), 10)).toBe('😀😀😀😀…');
});
