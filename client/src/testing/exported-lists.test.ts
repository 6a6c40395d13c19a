/** Checks that every list on a screen can be exported, unless it is a documented exception. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { endpoints } from '@fundus/contract/endpoints';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/** Lists without an export: endpoint and reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'calls.listExcerpts': 'personal: saved with the data of the account',
  'library.bookmarks': 'personal: saved with the data of the account',
  'library.downloads': 'personal: saved with the data of the account',
  'library.history': 'personal: saved with the data of the account',
  'library.licences': 'personal: saved with the data of the account',
  'notices.list': 'personal: saved with the data of the account',
  'ownMaterial.list': 'personal: saved with the data of the account',
  'ownMaterial.ofSchool': 'material of teachers: saved with the data of the school',
  'sharedMedia.list': 'media shared with the user: saved with the data of the account, or of the school',
  'sharedMedia.classes': 'media of the classes of the user: shown there with everything else of a class',
  'medialists.list': 'each media list has an export of its own',
  'classes.list': 'classes of the user: administrators export those of the school',
  'classMembers.members': 'learners of a class: printed as cards of codes, and names of pupils leave the portal in no other list',
  'learnerCodes.withoutClass': 'codes without a class: printed as cards',
  'lendingPrivate.privateBorrowers': 'addresses of private people: each is saved by itself (GDPR art. 15), all of them in no list',
  'lendingBriefings.briefings': 'who was shown which device: noted at the desk, ended there, and in the data of each account',
  'lendingBorrower.borrowerHistory': 'loans of one person: in the export of their data, and names leave the desk in no other list',
  'lendingTimeline.timeline': 'a calendar: the orders behind it are exported by the desk',
  'lending.models': 'cards of devices to borrow: the stock with all devices is exported by the desk',
  'marketplace.products': 'a shop window: orders are exported',
  'reviews.reports': 'reports about other people: decided one by one in the portal',
  'reviews.flagged': 'reports about other people: decided one by one in the portal',
  'schools.ends': 'a calendar: exported as .ics, and the licences behind it by their own list',
};

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sourcesIn(join(folder, entry.name))
      : entry.name.endsWith('.tsx') && !entry.name.includes('.test.')
        ? [join(folder, entry.name)]
        : [],
  );
}

const files = sourcesIn(SOURCES).map((path) => ({ path: relative(SOURCES, path), text: readFileSync(path, 'utf8') }));

/** Exports of a list: a menu of its own, or the address of the table for other components. */
const EXPORTS = /<ExportMenu\b|\bexportTo ?=/;

/** Paginated lists with the files that show them. */
const lists = files.flatMap(({ path, text }) =>
  [...text.matchAll(/\busePages?\(\s*([a-zA-Z]+\.[a-zA-Z]+)/g)].map(([, list]) => ({
    path,
    list: list!,
    exports: EXPORTS.test(text),
  })),
);

test('finds lists in the source files', () => {
  expect(new Set(lists.map(({ list }) => list)).size).toBeGreaterThan(30);
});

test('requires an export for every list that is not an exception', () => {
  const missing = lists.filter(({ list, exports }) => !exports && !Object.hasOwn(EXCEPTIONS, list));
  expect(missing.map(({ path, list }) => `${list} in ${path}`)).toEqual([]);
});

test('contains no unnecessary exception', () => {
  const stale = Object.keys(EXCEPTIONS).filter((name) => !lists.some(({ list, exports }) => list === name && !exports));
  expect(stale).toEqual([]);
});

test('requires a format and a language for every export', () => {
  const called = new Set(
    files.flatMap(({ text }) =>
      text
        .split(EXPORTS)
        .slice(1)
        .flatMap((menu) => /address(?:Of)?\(\s*[a-zA-Z]+\.([a-zA-Z]+)/.exec(menu.slice(0, 400))?.[1] ?? []),
    ),
  );
  const calls = Object.values(endpoints).flatMap((domain) => Object.entries(domain));
  expect(called.size).toBeGreaterThan(15);
  for (const name of called) {
    const found = calls.filter(([call, each]) => call === name && each.method === 'GET' && each.reply === 'stream');
    expect(found.length, name).toBeGreaterThan(0);
    for (const [, each] of found) {
      const query = (each as { query?: { shape?: Record<string, unknown> } }).query?.shape ?? {};
      expect([name, (each as { heavy?: boolean }).heavy === true, 'format' in query, 'lang' in query]).toEqual([name, true, true, true]);
    }
  }
});
