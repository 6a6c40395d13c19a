import type { OaiPage } from '@fundus/importer/oai/read-page';
import { expect, test } from 'vitest';
import { groupPages } from './harvest-groups.ts';

const page = (...identifiers: string[]): OaiPage => ({
  responseDate: '',
  error: '',
  records: identifiers.map((identifier) => ({ identifier, outcome: { deleted: identifier } })),
  token: 'next',
  size: undefined,
});
const namesOf = (group: readonly OaiPage[]): string =>
  group.map(({ records }) => records.map((each) => each.identifier).join('')).join(' ');
const aTurn = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Returns a generator of these pages and counts the requests. */
function giving(...pages: OaiPage[]) {
  const asked = { pages: 0, ended: false };
  const give = async function* () {
    try {
      for (const each of pages) {
        asked.pages += 1;
        yield each;
      }
    } finally {
      asked.ended = true;
    }
  };
  return { asked, pages: give() };
}

test('groups pages that arrive while another group is stored', async () => {
  const { pages } = giving(page('a'), page('b'), page('c'), page('d', 'b'), page('e'), page('e'));
  const groups: string[] = [];
  for await (const group of groupPages(pages)) {
    groups.push(namesOf(group));
    for (let i = 0; i < 20; i++) await aTurn();
  }
  expect(groups).toEqual(['a', 'b c', 'db e', 'e']);
});

test('stops requesting pages when the group is full or the time limit is reached', async () => {
  const many = (name: string) => page(...Array.from({ length: 600 }, (_, i) => `${name}${i}`));
  const full = giving(many('a'), many('b'), many('c'), many('d'));
  const groups = groupPages(full.pages);
  await groups.next();
  for (let i = 0; i < 20; i++) await aTurn();
  expect(full.asked.pages).toBe(3);
  await groups.return(undefined);
  await aTurn();
  expect(full.asked).toEqual({ pages: 3, ended: true });

  const late = giving(page('a'), page('b'));
  const seen: string[] = [];
  for await (const group of groupPages(late.pages, 0)) seen.push(namesOf(group));
  expect(seen).toEqual(['a']);
  expect(late.asked).toEqual({ pages: 1, ended: true });
});

test('yields the pages before an error and then throws it', async () => {
  const failing = async function* () {
    yield page('a');
    yield page('b');
    throw new Error('no XML');
  };
  const seen: string[] = [];
  const taking = async () => {
    for await (const group of groupPages(failing())) seen.push(namesOf(group));
  };
  await expect(taking()).rejects.toThrow('no XML');
  expect(seen.join(' ')).toBe('a b');
});
