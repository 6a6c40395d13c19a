import { expect, test } from 'vitest';
import { isCategory, levelOf, withParents } from './categories.ts';

test('adds missing parent categories with total counts', () => {
  expect(['Film', 'Bild/Ton', 'Film / Ton / Mikrofone', 'A / B / C / D', 'Film /  / Ton'].map(isCategory)).toEqual([
    ...[true, true, true, false, false],
  ]);
  const found = withParents([
    { name: 'Film 2', models: 1 },
    { name: 'Film / Ton', models: 2 },
    { name: 'Film / Ton / Mikrofone', models: 3 },
    { name: 'Äpfel', models: 1 },
    { name: 'Film', models: 4 },
  ]);
  expect(found.map(({ name, models }) => `${name}: ${models}`)).toEqual([
    'Äpfel: 1',
    'Film: 9',
    'Film / Ton: 5',
    'Film / Ton / Mikrofone: 3',
    'Film 2: 1',
  ]);
  expect(levelOf('Film / Ton')).toEqual({ name: 'Ton', depth: 1 });
});
