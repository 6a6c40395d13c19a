/** Tests the filter for usable media, the reasons of hits, and filters read from questions. */
import { catalogue, type MediaRecordInput } from '@fundus/contract/catalogue/catalogue';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { pupil, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const VTT = `WEBVTT

00:02.000 --> 00:04.000
Dieser Berg sieht ruhig aus.

00:09.000 --> 00:12.000
Es sammelt sich in einem Hohlraum, der <b>Magmakammer</b>.
`;
const film = (identifier: string, fn_titel: string, more: Partial<MediaRecordInput> = {}): MediaRecordInput => ({
  identifier,
  fn_titel,
  fn_typ: '49',
  fn_sprache: ['de'],
  ...more,
});
const main = { mime: 'video/mp4', path: 'film.mp4', role: 'main' as const };
const RECORDS = [
  film('F-film', 'Geysire im Film', {
    ...{ duration: 280, fn_adressat: ['A(6)'], fn_text: 'Der Film zeigt auch eine Schlammquelle am Hang.' },
    files: [main, { mime: 'text/vtt', path: 'geysire.vtt', role: 'caption', language: 'de' }],
    sequences: [{ start_s: 43, end_s: 60, title: 'Sinterterrassen' }],
  }),
  film('F-long', 'Geysire in voller Länge', { duration: 1_500, fn_adressat: ['A(6)'], files: [main] }),
  film('F-empty', 'Geysire ohne Datei'),
  film('F-link', 'Geysire anderswo', { url: 'https://geysire.example/' }),
  film('F-dvd', 'Geysire auf DVD', { fn_typ: '46' }),
  film('F-other', 'Geysire der anderen Schule', { files: [main], licences: [{ scope: 'school', target: 'school-b' }] }),
  film('F-pupils', 'Geysire für Lernende', { files: [main], licences: [{ scope: 'school', target: 'school-a', audience: 'student' }] }),
] as MediaRecordInput[];

const portal = usePortal({ VectorSearch: true, Katalog: true });
let browser: Caller;
beforeAll(async () => {
  const { storage } = portal.portal;
  await storage.write('geysire.vtt', Readable.from([VTT]));
  await storage.write('film.mp4', Readable.from(['film']));
  await portal.store(...RECORDS);
  browser = await portal.as(teacher());
});

const ids = async (query: object, who = browser): Promise<string[]> =>
  (await who.call(catalogue.search, { query: { q: 'Geysire', limit: 100, ...query } })).items.map(({ identifier }) => identifier).sort();
const reasonOf = async (q: string) => (await browser.call(catalogue.search, { query: { q } })).items[0]?.reason;

describe('filter for usable media', () => {
  test('returns media that can be opened or borrowed', async () => {
    expect(await ids({ usable: 'true' })).toEqual(['F-dvd', 'F-film', 'F-link', 'F-long']);
    expect(await ids({})).toEqual(['F-dvd', 'F-empty', 'F-film', 'F-link', 'F-long', 'F-pupils']);
  });

  test('returns only usable media as similar media', async () => {
    const similar = async (identifier: string, who = browser) =>
      (await who.call(catalogue.similar, { params: { identifier } })).items.map((item) => item.identifier);
    const found = await similar('F-film');
    expect(found).toContain('F-long');
    expect(found).not.toContain('F-empty');
  });

  test('includes media for learners if the user is a learner', async () => {
    expect(await ids({ usable: 'true' }, await portal.as(pupil()))).toContain('F-pupils');
  });

  test('applies to filter counts and suggestions', async () => {
    const { values } = await browser.call(catalogue.distinct, { query: { q: 'Geysire', f: 'fn_typ', usable: 'true' } });
    expect(Object.fromEntries(values.map(({ value, count }) => [value, count]))).toEqual({ 49: 3, 46: 1 });
    const { suggestions } = await browser.call(catalogue.suggest, { query: { q: 'Geysire ohne', usable: 'true' } });
    expect(suggestions).toEqual([]);
  });

  test('rejects an invalid value and names the parameter', async () => {
    const reply = await browser.inject({ method: 'GET', url: '/api/v1/media/search?usable=perhaps' });
    expect(reply.json()).toMatchObject({ error: { code: 'validation_failed', field: 'usable' } });
  });
});

describe('reasons of hits', () => {
  test('contain the second at which the words are spoken', async () => {
    const reason = await reasonOf('Magmakammer');
    expect(reason).toMatchObject({ where: 'captions', at: 9 });
    expect(reason!.text.filter(({ mark }) => mark).map(({ text }) => text)).toEqual(['Magmakammer']);
  });

  test('name the part and its first second', async () =>
    expect(await reasonOf('Sinterterrassen')).toMatchObject({ where: 'part', at: 43 }));

  test('quote the description', async () => expect(await reasonOf('Geysire Schlammquelle')).toMatchObject({ where: 'text', at: null }));

  test('are omitted if the title has all words', async () => expect(await reasonOf('Geysire Film')).toBeUndefined());
});

describe('search with a question', () => {
  const ask = (query: object) =>
    browser.call(catalogue.vectorSearch, { query: { q: 'Film für Klasse 6 über Geysire, höchstens 5 Minuten', ...query } });

  test('reads filters from the question', async () => {
    const reply = await ask({});
    expect(reply.understood.map(({ field }) => field).sort()).toEqual(['dauer', 'fn_adressat', 'fn_typ']);
    expect(reply.topic).toBe('Geysire');
    expect(reply.items.map(({ identifier }) => identifier)).toEqual(['F-film']);
  });

  test('skips ignored and already selected filters', async () => {
    const longer = await ask({ ignore: 'dauer' });
    expect(longer.items.map(({ identifier }) => identifier).sort()).toEqual(['F-film', 'F-long']);
    const chosen = await ask({ filter_fn_adressat: 'A(9)*' });
    expect(chosen.understood.map(({ field }) => field)).not.toContain('fn_adressat');
    expect(chosen.total).toBe(0);
  });

  test('rejects an invalid length in minutes', async () => {
    const reply = await browser.inject({ method: 'GET', url: '/api/v1/media/search?filter_dauer=lang' });
    expect(reply.json()).toMatchObject({ error: { code: 'validation_failed', field: 'filter_dauer' } });
  });
});
