import { expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** Replies that are not JSON but cheap: a stored file, a small picture, a redirect, or server-sent events. */
const LIGHT: Record<string, readonly string[]> = {
  files: ['catalogue.qr', 'classes.joinQr', 'files.cover', 'lending.cardPicture', 'lending.manual', 'lending.photo', 'lending.picture'],
  pictures: ['medialists.linkQr', 'news.file', 'schools.logo', 'setup.illustration', 'setup.logo', 'setup.logoFooter', 'setup.picture'],
  pages: ['accounts.callback', 'externalSources.open', 'mails.previewMailPage', 'news.feed'],
  events: ['assignments.events', 'externalSources.remoteSearch', 'medialists.events', 'medialists.linkedEvents', 'notices.events'],
};

const calls = Object.entries(endpoints).flatMap(([noun, all]) =>
  Object.entries(all as Record<string, Endpoint>).map(([name, endpoint]) => ({ call: `${noun}.${name}`, endpoint })),
);

test('marks every streamed response as heavy except for the listed ones', () => {
  const unmarked = calls.filter(({ endpoint }) => endpoint.reply === 'stream' && !endpoint.heavy).map(({ call }) => call);
  expect(unmarked.sort()).toEqual(Object.values(LIGHT).flat().sort());
});

test('marks every export and report as heavy', () => {
  const files = calls.filter(
    ({ endpoint }) =>
      endpoint.method === 'GET' && /\/(export|report|data|sheet|cards|labels|slip|invoice)$|\.(pdf|csv|ics|xlsx|zip)$/.test(endpoint.path),
  );
  expect(files.length).toBeGreaterThan(15);
  // Exporting the theme reads a single row with its pictures.
  expect(files.filter(({ endpoint }) => !endpoint.heavy).map(({ call }) => call)).toEqual(['setup.exportTheme']);
});

test('marks only GET requests as heavy', () => {
  expect(calls.filter(({ endpoint }) => endpoint.heavy && endpoint.method !== 'GET').map(({ call }) => call)).toEqual([]);
});
