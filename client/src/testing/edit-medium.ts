/** Fixtures for a medium as its editor sees it, with record, files and tables. */
import type { EditMedium, EditRecord } from '@fundus/contract/catalogue/edit';
import type { EditFile } from '@fundus/contract/files/uploads';

/** Returns a record for an editor. */
export const record = (more: Partial<EditRecord> = {}): EditRecord => ({
  ...{
    fn_nr: null,
    fn_titel: 'Lava',
    fn_kurztext: '',
    fn_text: '',
    is_mediathek: false,
    fn_geb: ['220'],
    fn_sprache: ['de'],
    fn_typ: '49',
  },
  ...{
    fn_adressat: [],
    fn_schlag: ['Vulkan'],
    fn_prodname: '',
    year: 2024,
    duration: 90,
    url: null,
    isbn: null,
    ean: null,
    doi: null,
    rights_note: null,
    set_of: null,
  },
  ...{ recommended: false, published: '2026-01-01', free: true, sequences: [] },
  ...more,
});
export const medium = (more: Partial<EditMedium> = {}): EditMedium => ({
  ...{
    identifier: 'M-1',
    version: 3,
    record: record(),
    edited: [],
    draft: false,
    retired_at: null,
    changed_at: '2026-05-01T08:00:00.000Z',
    changed_by: 'Ada',
  },
  ...{ labels: { '220': 'Geographie', '49': 'Online-Film' }, cover: '/api/v1/covers/M-1' },
  ...more,
});
export const references = {
  subjects: [
    { code: '080', label: 'Biologie' },
    { code: '08001', label: 'Pflanzen' },
    { code: '220', label: 'Geographie' },
  ],
  languages: [{ code: 'de', label: 'Deutsch' }],
  grades: [{ code: 'A(7)', label: 'Klasse 7' }],
  types: [{ code: '49', label: 'Online-Film' }],
};
export const uuid = (n: number) => `01890000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
/** Returns a file of a medium. */
export const file = (n: number, more: Partial<EditFile> = {}): EditFile => ({
  ...{
    id: uuid(n),
    role: 'main',
    mime: 'video/mp4',
    language: null,
    label: null,
    bytes: 5_000_000,
    width: 640,
    height: 360,
    viewer: 'video',
  },
  ...{ href: '/content/x/film.mp4', download_href: null, name: `film-${n}.mp4`, duration: 56, uploaded: true },
  ...more,
});
export const files = (all: EditFile[]) => ({ files: all, removed: [], uploads: [], limit_bytes: 20_000_000_000 });
