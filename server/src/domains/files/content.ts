/** Serves `/content/<token>/<path>`: streams, downloads, and files in packages. */
import { extname } from 'node:path';
import { AppError } from '@fundus/contract/errors';
import type { FileRole, MediaFile } from '@fundus/contract/files/files';
import type { PackageInfo } from '@fundus/contract/files/packages';
import { identifyCaller } from '../../caller.ts';
import { contentDisposition } from '../../http/bodies/content-disposition.ts';
import { contentOrigin, hasOwnHosts, labelOf } from '../../http/pages/content-host.ts';
import type { ContentAnswer, ContentRequest } from '../../http/entries/content-route.ts';
import type { Ctx, Portal } from '../../http/context.ts';
import { markSeatsUsed } from '../licences/index.ts';
import { countUse, findSchool } from '../uses/index.ts';
import { findKnownFile } from './known-files.ts';
import type { Source } from './content-source.ts';
import { SHOWN_AS_IS } from './content-types.ts';
import { findPackagedFile } from './packaged-file.ts';
import { recordDownload } from './repository.ts';
import { ONCE_CACHE_MS, RIGHT_CACHE_MS, rememberRights, sendWhileAllowed, type CheckContentRight } from './content-rights.ts';
import { contentToken, packageLabel, readContentToken, type ContentUse } from './signature.ts';
import { hasScripts, viewerOf } from './viewer.ts';

const ARCHIVES = new Set(['h5p', 'epub', 'package']);

/** A stored file of a medium. */
export type FileRow = {
  id: string;
  role: FileRole;
  mime: string;
  path: string;
  language: string | null;
  label: string | null;
  bytes: number;
  width: number | null;
  height: number | null;
  start: string | null;
  sound: boolean | null;
  package?: unknown;
};

/** The user for whom URLs are signed, or `by`, the holder of a token. */
type For = Pick<Ctx<'contentUrl'>, 'secret' | 'now' | 'contentUrl'> & ({ by: string } | Pick<Ctx, 'user'>);

/**
 * Returns files with signed URLs. A URL is valid for a limited time and only while the user may open the medium or, with `edit`, may edit it. Posters
 * have no URL, because they are shown as covers.
 */
export function presentFiles(ctx: For, rows: readonly FileRow[], { download = false, edit = false } = {}): MediaFile[] {
  const by = 'by' in ctx ? ctx.by : (ctx.user?.id ?? null);
  const token = (file: string, use: ContentUse): string => contentToken(ctx.secret, { file, use, by }, ctx.now);
  return rows.map((row) => {
    const viewer = viewerOf(row.mime);
    const ownOrigin = hasScripts(row) && hasOwnHosts(ctx.contentUrl);
    const label = ownOrigin ? packageLabel(ctx.secret, { file: row.id, by }) : null;
    const base = `${contentOrigin(ctx.contentUrl, label)}/content/${token(row.id, edit ? 'edit' : 'open')}/`;
    return {
      id: row.id,
      role: row.role,
      mime: row.mime,
      language: row.language,
      label: row.label,
      bytes: row.bytes,
      width: row.width,
      height: row.height,
      ...(row.sound !== null && { sound: row.sound }),
      viewer,
      href: base + (isArchive(row) ? startAddress(row.start) : encodeURIComponent(fileName(row.path))),
      ...(row.package ? { package: row.package as PackageInfo } : {}),
      ...(ownOrigin && { own_origin: true as const }),
      download_href: download
        ? `${contentOrigin(ctx.contentUrl, null)}/content/${token(row.id, 'save')}/${encodeURIComponent(fileName(row.path))}`
        : null,
    };
  });
}

/** Returns whether a file is an archive. A segmented film is an archive whose `start` is its playlist. */
export const isArchive = ({ mime, start }: { mime: string; start: string | null }): boolean =>
  ARCHIVES.has(viewerOf(mime)) || start !== null;

/** Returns the start page for a URL, which is an empty string for the default `index.html`. */
const startAddress = (start: string | null): string =>
  start === null || start === 'index.html' ? '' : start.split('/').map(encodeURIComponent).join('/');

const fileName = (path: string): string => path.split('/').at(-1) ?? path;

/** Returns the handler for signed URLs. It throws `expired`, `not_found`, or `licence_missing` if the right has ended. */
export function makeContentReader(
  portal: Portal<'cacheDir' | 'contentUrl' | 'storage'>,
  mayOpen: CheckContentRight,
  framersOf: (visit: string) => Promise<readonly string[]>,
): (request: ContentRequest) => Promise<ContentAnswer> {
  const rights = rememberRights(mayOpen, portal.now);
  return async (request) => {
    const grant = readContentToken(portal.secret, request.token, portal.now());
    if (grant === 'expired') throw new AppError('expired');
    const file = grant && (await findKnownFile(portal, grant.file));
    if (!grant || !file) throw new AppError('not_found');
    if (grant.by !== null) identifyCaller(grant.by);
    const signedGrant = { ...grant, identifier: file.identifier };
    const right = await rights(signedGrant);
    if (!right) throw new AppError('licence_missing');
    const save = grant.use === 'save';
    const inside = isArchive(file) && !save;
    // The page may be embedded in a frame of a learning platform.
    const framers = inside && right === 'once' && grant.by !== null ? await framersOf(grant.by) : [];
    const isolated = hasScripts(file) && hasOwnHosts(portal.contentUrl);
    if (inside && isolated && labelOf(portal.contentUrl, request.host) !== packageLabel(portal.secret, grant))
      throw new AppError('not_found');
    const source = inside
      ? await findPackagedFile(portal, file, { ...request, isolated }, framers)
      : await findWholeFile(portal, file, save);
    const answer = partial(source, request);
    // A download is counted when its first part is sent. Films are fetched in many parts, and download managers send HEAD requests first.
    const sent = answer.send !== null && !request.head;
    if (save && grant.by && sent && (answer.status === 200 || /^bytes=0-/.test(request.range ?? '')))
      await recordUserDownload(portal, grant.by, file);
    const { send } = answer;
    return {
      ...answer,
      send: send && ((out) => sendWhileAllowed(out, send, () => rights(signedGrant), right === 'once' ? ONCE_CACHE_MS : RIGHT_CACHE_MS)),
    };
  };
}

/**
 * Adds a download to the person's list. If the person has a seat, this counts as its use (docs/behaviour/uses.md#what-counts). A download with a
 * learner code is only counted for the school.
 */
async function recordUserDownload(portal: Portal, by: string, file: { identifier: string; path: string }): Promise<void> {
  const now = portal.now();
  const first = await portal.db.transaction().execute(async (db) => {
    await recordDownload(db, by, file, now);
    const used = await markSeatsUsed(db, by, file.identifier, now);
    await countUse({ db, secret: portal.secret, now }, { id: by, school_id: await findSchool(db, by) }, file.identifier);
    return used;
  });
  if (first) void portal.wakeIndex();
}

async function findWholeFile(
  portal: Portal<'storage'>,
  file: { path: string; mime: string; id: string; fn_titel: string },
  download: boolean,
): Promise<Source> {
  const found = await portal.storage.stat(file.path);
  if (!found) throw new AppError('not_found');
  const name = `${file.fn_titel}${extname(file.path)}`;
  return {
    send: (range, out) => portal.storage.send(file.path, range, out),
    bytes: found.bytes,
    etag: `"${file.id}-${found.bytes}-${found.changed.getTime()}"`,
    headers: {
      'content-type': file.mime.startsWith('text/') ? `${file.mime}; charset=utf-8` : file.mime,
      ...(download && { 'content-disposition': contentDisposition('attachment', name) }),
      ...(!SHOWN_AS_IS.test(file.mime) && { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }),
    },
  };
}

const COMMON = {
  'accept-ranges': 'bytes',
  'cache-control': 'private, max-age=3600',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

/**
 * Returns the whole file, the requested range (206), or 304. A range after the end of the file is answered with 416. If the range is for another
 * version of the file, the whole file is returned (RFC 9110, 13.1.5).
 */
function partial({ send, bytes, etag, headers }: Source, request: ContentRequest): ContentAnswer {
  const all = { ...COMMON, etag, ...headers };
  const range = request.ifRange === undefined || request.ifRange === etag ? request.range : undefined;
  const known = (request.ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return { status: 304, headers: all, send: null };
  const wanted = /^bytes=(\d*)-(\d*)$/.exec(range ?? '');
  if (!wanted || (wanted[1] === '' && wanted[2] === ''))
    return { status: 200, headers: { ...all, 'content-length': String(bytes) }, send: (out) => send(undefined, out) };
  const last = wanted[1] !== '' && wanted[2] !== '' ? Math.min(Number(wanted[2]), bytes - 1) : bytes - 1;
  const first = wanted[1] !== '' ? Number(wanted[1]) : Math.max(0, bytes - Number(wanted[2]));
  if (first > last || first >= bytes) return { status: 416, headers: { ...all, 'content-range': `bytes */${bytes}` }, send: null };
  return {
    status: 206,
    headers: { ...all, 'content-range': `bytes ${first}-${last}/${bytes}`, 'content-length': String(last - first + 1) },
    send: (out) => send({ start: first, end: last }, out),
  };
}
