/** Media type codes (fn_typ) with German labels, carrier, symbol and result type. */

export type MediaType = {
  code: string;
  label: string;
  carrier: 'online' | 'physical';
  class: 'picture' | 'audio' | 'video' | 'package' | 'link' | 'software' | 'document' | 'device' | 'lexicon' | 'interactive' | 'book';
  /** Result type under which the search lists media of this type. */
  kind: 'media' | 'books' | 'apps';
};

const type = (
  code: string,
  label: string,
  carrier: MediaType['carrier'],
  cls: MediaType['class'],
  kind: MediaType['kind'] = 'media',
): MediaType => ({
  code,
  label,
  carrier,
  class: cls,
  kind,
});

export const MEDIA_TYPES: readonly MediaType[] = [
  type('10', 'Diareihe', 'physical', 'picture'),
  type('12', 'Arbeitstransparente', 'physical', 'picture'),
  type('19', 'Bild', 'online', 'picture'),
  type('24', 'Audio-CD', 'physical', 'audio'),
  type('29', 'Online-Audio', 'online', 'audio'),
  type('32', '16-mm-Film', 'physical', 'video'),
  type('42', 'Videokassette (VHS)', 'physical', 'video'),
  type('46', 'Video-DVD', 'physical', 'video'),
  type('49', 'Online-Film', 'online', 'video'),
  type('50', 'Medienpaket', 'physical', 'package'),
  type('MP', 'Medienpaket', 'physical', 'package'),
  type('55', 'Online-Medienpaket', 'online', 'package'),
  type('56', 'Medienmodul', 'online', 'video'),
  type('57', 'Online-Angebot', 'online', 'package'),
  type('58', 'Internetseite, Recherchetool', 'online', 'link'),
  type('66', 'CD-ROM', 'physical', 'software'),
  type('69', 'Online-Software', 'online', 'software', 'apps'),
  type('79', 'Online-Dokument', 'online', 'document'),
  type('CP', 'Dokument', 'online', 'document'),
  type('89', 'Geräteverleih', 'physical', 'device'),
  type('LEX', 'Lexikoneintrag', 'online', 'lexicon'),
  type('UC_APP', 'App', 'online', 'software', 'apps'),
  type('UC_BOOK', 'Digitales Schulbuch', 'online', 'book', 'books'),
  type('UC_PRINT', 'Buch', 'physical', 'book', 'books'),
  type('UC_CLIP', 'Videoclip', 'online', 'video'),
  type('UC_H5P', 'Interaktive Übung (H5P)', 'online', 'interactive'),
];

const BY_CODE = new Map(MEDIA_TYPES.map((entry) => [entry.code, entry]));

/** Returns whether the code is a known media type. */
export const isMediaType = (code: string): boolean => BY_CODE.has(code);

/** Returns the media type with the given code. An unknown code is used as its own label. */
export const mediaType = (code: string): MediaType =>
  BY_CODE.get(code) ?? { code, label: code, carrier: 'online', class: 'link', kind: 'media' };

/** Kind of a physical medium: a device, or a carrier such as a disc or a book. */
export type PhysicalKind = 'device' | 'carrier';

/** Returns the kind of a physical medium, or `null` for an online medium. */
export function physicalKind(code: string): PhysicalKind | null {
  const { carrier, class: kind } = mediaType(code);
  return carrier === 'online' ? null : kind === 'device' ? 'device' : 'carrier';
}
