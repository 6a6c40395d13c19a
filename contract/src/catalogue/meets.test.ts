import { expect, test } from 'vitest';
import { findMetNeeds } from './meets.ts';

test.each<[string, Parameters<typeof findMetNeeds>[0], string[]]>([
  ['a film', { viewer: 'video', roles: ['main', 'poster'], languages: ['de'] }, []],
  ['a film with captions', { viewer: 'video', roles: ['main', 'caption'], languages: ['de'] }, ['captions', 'no_sound']],
  ['an original version with captions', { viewer: 'video', roles: ['main'], languages: ['en', 'o1'] }, ['captions', 'no_sound']],
  ['a film with audio description', { viewer: 'video', roles: ['main', 'audio_description'], languages: [] }, ['audio_description']],
  ['an audio recording', { viewer: 'audio', roles: ['main'], languages: ['de'] }, ['audio_description']],
  ['a worksheet in easy language', { viewer: 'pdf', roles: ['main'], languages: ['s1'] }, ['captions', 'easy_language', 'no_sound']],
  ['an audio recording in plain language', { viewer: 'audio', roles: ['main'], languages: ['p1'] }, ['easy_language', 'audio_description']],
  ['an exercise', { viewer: 'h5p', roles: ['main'], languages: ['de'] }, []],
  ['an external page', { viewer: 'link', roles: [], languages: ['o1'] }, []],
])('returns the class needs met by %s', (_, about, met) => expect(findMetNeeds(about)).toEqual(met));
