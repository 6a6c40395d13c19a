/** Files of a medium: covers, streams and downloads. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PackageInfo } from './packages.ts';

export const FILE_ROLES = ['main', 'caption', 'chapters', 'transcript', 'material', 'poster', 'audio_description'] as const;
export const FileRole = z.enum(FILE_ROLES);
export type FileRole = z.output<typeof FileRole>;

/** Viewers, which determine the player that opens a file. */
export const VIEWERS = ['video', 'audio', 'picture', 'pdf', 'epub', 'h5p', 'package', 'link', 'none'] as const;
export const Viewer = z.enum(VIEWERS);
export type Viewer = z.output<typeof Viewer>;

/** File as a user receives it. Its signed URLs expire and are limited to the user's rights. */
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
  /** True if a film or audio file contains a sound track. Omitted if unknown. */
  sound: z.boolean().optional(),
  viewer: Viewer,
  /** Signed URL that opens the file. Unpacked content has the URL of its folder, which ends in `/`, or of its start page. */
  href: z.string(),
  /** Signed URL that downloads the file, or `null` if the user may not download it. */
  download_href: z.string().nullable(),
  /** True for a package on a dedicated host, whose frame may use that origin. */
  own_origin: z.literal(true).optional(),
  /** Set for packages and exercises. */
  package: PackageInfo.optional(),
});
export type MediaFile = z.output<typeof MediaFile>;

/** Size of a cover in pixels (docs/specification.md#constants). */
export const COVER_SIZE = { width: 400, height: 226 } as const;

/** Returns the identifier to use in the URL of a cover (docs/specification.md#calls). A numeric identifier is replaced by `VERLEIH-` and fn_nr. */
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
