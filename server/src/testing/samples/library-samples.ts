/** Sample requests for all calls of the library. */
import type { sampleThings } from './sample-things.ts';
import type { SampleWorld as World } from './sample-world.ts';

export function librarySamples({ folderOf, searchOf, wishOf }: ReturnType<typeof sampleThings>) {
  const media = { params: { mediaId: 'm-1' } };
  return {
    'library.appearances': media,
    'library.setBookmark': media,
    'library.restoreBookmark': { ...media, body: { note: '', added_at: '2026-01-01T00:00:00Z', rank: null } },
    'library.removeBookmark': media,
    'library.noteBookmark': media,
    'library.openMedium': media,
    'library.savePosition': media,
    'library.forgetMedium': media,
    'library.fileBookmarks': { body: { items: [{ identifier: 'm-1', folder_id: null }] } },
    'library.renameFolder': async (w: World) => ({ params: { id: await folderOf(await w.person()) }, body: { name: 'Ordner' } }),
    'library.removeFolder': async (w: World) => ({ params: { id: await folderOf(await w.person()) } }),
    'library.changeSearch': async (w: World) => ({ params: { id: await searchOf(await w.person()) }, body: { seen: true } }),
    'library.removeSearch': async (w: World) => ({ params: { id: await searchOf(await w.person()) } }),
    'library.wishOf': media,
    'library.setWish': media,
    'library.removeWish': media,
    'library.decideWish': async (w: World) => ({ params: { id: await wishOf(await w.person(), w.school) }, body: { state: 'declined' } }),
    'library.undoDecision': async (w: World) => ({ params: { id: await wishOf(await w.person(), w.school) } }),
  };
}
