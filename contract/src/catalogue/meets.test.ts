import { expect, test } from 'vitest';
import { findMetNeeds } from './meets.ts';

test.each<[string, Parameters<typeof findMetNeeds>[0], string[]]>([
  ['a film', { viewer: 'video', roles: ['main', 'poster'], languages: ['de'] }, []],
  ['with captions', { viewer: 'video', roles: ['main', 'caption'], languages: ['de'] }, ['captions', 'no_sound']],
  ['an original with captions', { viewer: 'video', roles: ['main'], languages: ['en', 'o1'] }, ['captions', 'no_sound']],
  ['with audio description', { viewer: 'video', roles: ['main', 'audio_description'], languages: [] }, ['audio_description']],
  ['a sound', { viewer: 'audio', roles: ['main'], languages: ['de'] }, ['audio_description']],
  ['a sheet in easy language', { viewer: 'pdf', roles: ['main'], languages: ['s1'] }, ['captions', 'easy_language', 'no_sound']],
  ['a sound in plain language', { viewer: 'audio', roles: ['main'], languages: ['p1'] }, ['easy_language', 'audio_description']],
  ['an exercise', { viewer: 'h5p', roles: ['main'], languages: ['de'] }, []],
  ['a page elsewhere', { viewer: 'link', roles: [], languages: ['o1'] }, []],
])('%s', (_, about, met) => expect(findMetNeeds(about)).toEqual(met));
