import { expect, test } from 'vitest';
import { needsLook } from './word-filter.ts';

test.each([
  ['Sehr anschaulich, der Kern wird klar.', false],
  ['Du Arschloch', true],
  ['@rschl0ch', true],
  ['Mehr auf www.billig.example', true],
  ['Siehe https://a.example', true],
  ['Gutes auf kaufmich.shop', true],
  ['Kapitel 3.2 und 4.5 sind stark', false],
  ['Der Spastiker im Film wird würdig gezeigt', true],
  ['Espartanisch', false],
])('%s: %s', (text, expected) => expect(needsLook('', text)).toBe(expected));
