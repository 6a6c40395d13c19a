import { de } from '@fundus/contract/messages';
import { expect, it } from 'vitest';
import type { Translate } from '../../../i18n/translate.ts';
import { describeAttempts, describeTerms } from './describe-terms.ts';

const t = ((key: string, values: Record<string, string | number> = {}) => {
  const texts: Record<string, string> = de;
  const form = values.count === undefined ? '' : values.count === 1 ? '_one' : '_other';
  return (texts[`${key}${form}`] ?? texts[key]!).replace(/\{\{(\w+)[^}]*\}\}/g, (_, name: string) => String(values[name]));
}) as Translate;
const NOW = new Date('2026-11-29T09:00:00Z');

it.each([
  ['no dates', { from: '', due: '', remind: '1' }, 'sofort sichtbar · ohne Abgabetermin'],
  [
    'a due date with a reminder',
    { from: '', due: '2026-12-04T08:00', remind: '1' },
    'sofort sichtbar · fällig Freitag, 4. Dezember, 08:00 Uhr · Erinnerung am Tag vorher',
  ],
  ['a due date without a reminder', { from: '', due: '2026-11-30T08:00', remind: '0' }, 'sofort sichtbar · fällig morgen, 08:00 Uhr'],
  ['a first day', { from: '2026-12-01', due: '', remind: '2' }, 'sichtbar ab 1. Dezember 2026 · ohne Abgabetermin'],
  ['unreadable input as typed', { from: '31.2.', due: 'bald', remind: '0' }, 'sichtbar ab 31.2. · fällig bald'],
])('describes %s in one line', (_, values, words) => {
  expect(describeTerms(t, 'de', values, NOW).replaceAll('\u00a0', ' ')).toBe(words);
});

it.each([
  ['', 'best', 'Beliebig viele · der beste zählt'],
  ['3', 'last', '3 Versuche · der letzte zählt'],
  ['1', 'best', '1 Versuch'],
] as const)('describes "%s" attempts with the scoring rule "%s"', (attempts, counts, words) => {
  expect(describeAttempts(t, { attempts, counts })).toBe(words);
});
