/** Files of a medium: covers, streams, downloads. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PackageInfo } from './packages.ts';

export const FILE_ROLES = ['main', 'caption', 'chapters', 'transcript', 'material', 'poster', 'audio_description'] as const;
export const FileRole = z.enum(FILE_ROLES);
export type FileRole = z.output<typeof FileRole>;

/** Viewers of files; they decide which player opens a file. */
export const VIEWERS = ['video', 'audio', 'picture', 'pdf', 'epub', 'h5p', 'package', 'link', 'none'] as const;
export const Viewer = z.enum(VIEWERS);
export type Viewer = z.output<typeof Viewer>;

/** A file for a user, with signed addresses that expire and respect the user's rights. */
export const MediaFile = z.object({
  id: z.string(),
  role: FileRole,
  mime: z.string(),
  language: z.string().nullable(),
  label: z.string().nullable(),
  /** Size in bytes. */
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** True if a film or audio file has a sound track; absent if unknown. */
  sound: z.boolean().optional(),
  viewer: Viewer,
  /** Signed address to open it. For H5P, EPUB and packages that of the unpacked folder, ending in `/`, or of the start page or list. */
  href: z.string(),
  /** Signed address to save it; null if the user may not. */
  download_href: z.string().nullable(),
  /** True for a package on a dedicated host: its frame may use that origin. */
  own_origin: z.literal(true).optional(),
  /** Set for packages and exercises. */
  package: PackageInfo.optional(),
});
export type MediaFile = z.output<typeof MediaFile>;

/** Pixel size of a cover (docs/specification.md#constants). */
export const COVER_SIZE = { width: 400, height: 226 } as const;

/**
 * Returns the identifier in a cover's address (docs/specification.md#calls): numeric ones become `VERLEIH-` plus fn_nr; `asp-all` and media libraries
 * use local pictures.
 */
function coverIdentifier(medium: { identifier: string; fn_nr: string | null }): string {
  return /^\d+$/.test(medium.identifier) ? `VERLEIH-${medium.fn_nr ?? medium.identifier}` : medium.identifier;
}

export function coverHref(medium: { identifier: string; fn_nr: string | null; is_mediathek: boolean }, coverService: string): string {
  const local = coverService === '' || medium.identifier === 'asp-all' || medium.is_mediathek;
  const base = local ? '/api/v1/covers' : coverService.replace(/\/$/, '');
  return `${base}/${encodeURIComponent(coverIdentifier(medium))}`;
}

export const files = {
  cover: endpoint({
    method: 'GET',
    path: '/api/v1/covers/{identifier}',
    summary: 'Cover of a medium, 400×226: from the medium, or generated from subject and title',
    access: 'user',
    codes: true,
    guests: 'always',
    params: z.object({ identifier: z.string().min(1).max(220) }),
    query: z.object({ size: z.enum(['1', '2']).default('1') }),
    reply: 'stream',
  }),
};
