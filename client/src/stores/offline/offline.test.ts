import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue, type MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { AppError } from '@fundus/contract/errors';
import { fakeApi, on, type Answer } from '../../testing/fake-api.ts';
import { fakeCaches } from '../../testing/fake-caches.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { person } from '../../testing/people.ts';
import { deleteOfflineMedia, hasStoredMedia } from './forget.ts';
import {
  deleteExpired,
  fileAddress,
  findOfflineFile,
  listRecords,
  readOwner,
  storeFile,
  writeOwner,
  writeRecord,
  type OfflineMedium,
} from './offline-cache.ts';
import { checkOfflineMedia, followUser, offlineUser, readOfflineMedia } from './offline.ts';

const ANNA = person();
const BEN = person({ id: '00000000-0000-4000-8000-000000000002' });
const NOON = Date.parse('2026-12-03T12:00:00Z');
const DAY = 86_400_000;

const medium = (more: Partial<OfflineMedium> = {}): OfflineMedium => ({
  ...{ identifier: 'FU-1', title: 'Vulkane', duration: null, cover: false, files: [], bytes: 3 },
  ...{ until: '2026-12-05', licence_to: null, checked_at: NOON },
  ...more,
});

async function store(...media: OfflineMedium[]): Promise<void> {
  await writeOwner({ user: ANNA, locked_at: null, seen_at: NOON });
  for (const one of media) {
    await storeFile(fileAddress(one.identifier, 'f'), new Response('abc'));
    await writeRecord(one);
  }
}
const played = async (now = Date.now()) => (await findOfflineFile(fileAddress('FU-1', 'f'), now))?.text() ?? null;
const titles = async () => (await listRecords()).map(({ title }) => title);

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  vi.stubGlobal('caches', fakeCaches());
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: {} });
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

describe('expiry of stored media', () => {
  it('allows playback until midnight in Berlin', async () => {
    await store(medium());
    expect(await played(Date.parse('2026-12-05T22:30:00Z'))).toBe('abc');
    expect(await played(Date.parse('2026-12-05T23:30:00Z'))).toBeNull();
    expect(await titles()).toEqual([]);
  });

  it('deletes only expired media', async () => {
    await store(medium(), medium({ identifier: 'FU-2', title: 'Erdbeben', until: '2026-12-31' }));
    await deleteExpired(NOON + 10 * DAY);
    expect(await titles()).toEqual(['Erdbeben']);
  });

  it('ignores a device clock that is set back', async () => {
    await store(medium(), medium({ identifier: 'FU-2', title: 'Erdbeben', until: '2026-12-31' }));
    await deleteExpired(NOON + 4 * DAY);
    await writeRecord(medium());
    await storeFile(fileAddress('FU-1', 'f'), new Response('abc'));
    expect(await played(NOON)).toBeNull();
  });
});

describe('media stored for a user', () => {
  it('are locked until the user signs in again', async () => {
    await store(medium());
    await followUser(false);
    expect([await played(), await offlineUser()]).toEqual([null, null]);
    await followUser(ANNA);
    expect([await played(), (await offlineUser())?.id]).toEqual(['abc', ANNA.id]);
  });

  it('are deleted when another user signs in', async () => {
    await store(medium());
    await followUser(BEN);
    expect([await hasStoredMedia(), await played()]).toEqual([false, null]);
  });

  it('are not returned to another user', async () => {
    await store(medium());
    expect((await readOfflineMedia(BEN)).media).toEqual([]);
  });

  it('are deleted on sign-out', async () => {
    await store(medium());
    await readOfflineMedia(ANNA);
    await deleteOfflineMedia();
    expect([await hasStoredMedia(), await readOwner(), localStorage.length]).toEqual([false, null, 0]);
  });

  it('are deleted after two weeks without a sign-in', async () => {
    await store(medium({ until: '2027-06-01' }));
    await followUser(false);
    await deleteExpired(NOON + 13 * DAY);
    expect(await hasStoredMedia()).toBe(true);
    await deleteExpired(NOON + 15 * DAY);
    expect(await hasStoredMedia()).toBe(false);
  });

  it('are not reported as evicted after their deletion', async () => {
    await store(medium({ until: '2027-06-01' }));
    await readOfflineMedia(ANNA);
    await followUser(false);
    await deleteExpired(NOON + 15 * DAY);
    expect(await readOfflineMedia(ANNA)).toEqual({ media: [], evicted: false });
  });

  it('are deleted together with files of unfinished downloads', async () => {
    await storeFile(fileAddress('FU-1', 'f'), new Response('abc'));
    await followUser(BEN);
    expect(await hasStoredMedia()).toBe(false);
  });
});

it('serves the parts of a book with a restrictive security policy', async () => {
  await store(medium());
  const book = `${fileAddress('FU-1', 'book')}/`;
  await storeFile(`${book}OEBPS/Kapitel%201.xhtml`, new Response('<p>Eins</p>', { headers: { 'content-type': 'text/plain' } }));
  const found = await findOfflineFile(`${book}oebps/kapitel%201.xhtml`, NOON);
  expect(await found?.text()).toBe('<p>Eins</p>');
  expect(found?.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(await findOfflineFile(`${book}OEBPS/Kapitel%202.xhtml`, NOON)).toBeNull();
});

it('does not report evicted media to another user', async () => {
  await store(medium());
  await readOfflineMedia(ANNA);
  await caches.delete('offlineMedia');
  expect((await readOfflineMedia(BEN)).evicted).toBe(false);
});

it('reports evicted media to their owner', async () => {
  await store(medium());
  await readOfflineMedia(ANNA);
  await caches.delete('offlineMedia');
  expect(await readOfflineMedia(ANNA)).toEqual({ media: [], evicted: true });
});

describe('server check of stored media', () => {
  const ask = (answer: () => Answer<typeof catalogue.detail>) => fakeApi(on(catalogue.detail, answer));
  const detail = (download: boolean, valid_to: string | false): MediaDetail => ({
    ...mediaItem({ valid_to, can: { play: true, download, bookmark: true, wish: false, borrow: false } }),
    ...{ fn_text: '', fn_schlag: [], labels: {}, text_html: null, isbn: null, ean: null, doi: null, rights_note: null, rights: null },
    ...{ files: [], sequences: [], versions: [], own: null, may: [], position: null },
  });
  const LATER = NOON + DAY;

  it('checks a medium at most once in twelve hours', async () => {
    await store(medium({ checked_at: NOON - 3_600_000 }));
    ask(() => new AppError('not_found'));
    expect(await checkOfflineMedia()).toEqual([]);
  });

  it.each(['not_found', 'licence_missing'] as const)('deletes a stored medium if the server replies %s', async (code) => {
    await store(medium());
    vi.setSystemTime(LATER);
    ask(() => new AppError(code));
    expect(await checkOfflineMedia()).toEqual(['Vulkane']);
    expect(await played()).toBeNull();
  });

  it('deletes a stored medium that may no longer be downloaded', async () => {
    await store(medium());
    vi.setSystemTime(LATER);
    ask(() => detail(false, false));
    expect(await checkOfflineMedia()).toEqual(['Vulkane']);
  });

  it('shortens but never extends the storage period', async () => {
    await store(medium(), medium({ identifier: 'FU-2', title: 'Erdbeben' }));
    vi.setSystemTime(LATER);
    const ends = ['2026-12-04', '2027-12-31'];
    ask(() => detail(true, ends.shift()!));
    await checkOfflineMedia();
    expect((await listRecords()).map(({ until }) => until).sort()).toEqual(['2026-12-04', '2026-12-05']);
  });

  it('keeps media if the server fails', async () => {
    await store(medium());
    vi.setSystemTime(LATER);
    ask(() => new AppError('internal'));
    expect(await checkOfflineMedia()).toEqual([]);
    expect(await played()).toBe('abc');
  });
});
