import { de } from '@fundus/contract/messages';
import { expect, it } from 'vitest';
import type { Translate } from '../../i18n/translate.ts';
import { person } from '../../testing/people.ts';
import { greet } from './greeting.ts';

const t = ((key: keyof typeof de, values: Record<string, string> = {}) =>
  de[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!)) as Translate;

it.each([
  ['adults by their salutation', { salutation: 'ms' as const, name: 'Falkner' }, 8, 'Guten Morgen, Frau Falkner.'],
  ['adults by their salutation', { salutation: 'mr' as const, name: 'Brandt' }, 20, 'Guten Abend, Herr Brandt.'],
  ['adults by their full name if they have no salutation', { salutation: '' as const, name: 'Falkner' }, 12, 'Guten Tag, Miriam Falkner.'],
  ['adults by their full name if no salutation fits', { salutation: 'mx' as const, name: 'Falkner' }, 12, 'Guten Tag, Miriam Falkner.'],
  ['adults who have no name', { vorname: '', name: '' }, 12, 'Guten Tag!'],
  ['a learner by the first name', { role: '', vorname: 'Mia', salutation: 'ms' as const }, 9, 'Guten Morgen, Mia.'],
  ['a learner by the label of the code', { role: 'S', by_code: { label: '8b-04', valid_until: '2027-07-31' } }, 9, 'Guten Morgen, 8b-04.'],
])('greets %s', (_, about, hour, words) => {
  expect(greet(t, person(about), hour)).toBe(words);
});
