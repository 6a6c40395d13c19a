import { expect, it } from 'vitest';
import type { RemoteRecord } from './found.ts';
import { isSameWork, makeWorks } from './works.ts';

const hit = (more: Partial<RemoteRecord>): RemoteRecord => ({
  ...{ numbers: [], title: 'Das Watt', description: '', creators: [], publisher: '', year: null, type: '58', languages: [], licence: '' },
  ...{ address: `https://x.example/${Math.random()}`, handle: '', ...more },
});

it('recognises the same work in several sources', () => {
  const numberOf = makeWorks();
  expect([
    numberOf(hit({ numbers: ['isbn:1'], title: 'Das Watt. Leben am Meer' })),
    numberOf(hit({ numbers: ['isbn:1'], title: 'Das Watt', address: 'https://www.watt.example/a/' })),
    numberOf(hit({ address: 'http://watt.example/a', title: 'Watt', year: 2018, publisher: 'Beispielverlag' })),
    numberOf(hit({ title: 'Wätt!', year: 2018, publisher: 'Beispielverlag', numbers: ['doi:2'] })),
    numberOf(hit({ year: 2018 })),
    numberOf(hit({ year: 2018 })),
    numberOf(hit({ numbers: ['doi:2'] })),
  ]).toEqual([1, 1, 1, 1, 2, 3, 1]);
});

it.each<[boolean, string, Partial<RemoteRecord>, Partial<Parameters<typeof isSameWork>[1]>]>([
  [true, 'address', { title: 'Anders', address: 'https://a.example/b/' }, { url: 'http://www.a.example/b' }],
  [true, 'title and year', { year: 2018 }, { year: 2018 }],
  [true, 'title and house', { title: 'DAS WATT!', publisher: 'Beispielfilm GmbH' }, { fn_prodname: 'Beispielfilm' }],
  [true, 'title, house and nearly the year', { publisher: 'B', year: 2018 }, { fn_prodname: 'B', year: 2019 }],
  [false, 'title alone', {}, {}],
  [false, 'title, but another year', { year: 2018 }, { year: 2019 }],
  [false, 'title and house, but another edition', { publisher: 'B', year: 2008 }, { fn_prodname: 'B', year: 2019 }],
  [false, 'another title', { title: 'Das Meer', year: 2018 }, { year: 2018 }],
])('matches a hit with a catalogue medium (%s) by %s', (same, _, found, medium) => {
  expect(isSameWork(hit(found), { fn_titel: 'Das Watt', fn_prodname: '', year: null, url: null, ...medium })).toBe(same);
});
