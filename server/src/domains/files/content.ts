/** `/content/<token>/<path>`: streams, downloads, and the insides of packages. */
import { stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Writable } from 'node:stream';
import { AppError } from '@fundus/contract/errors';
import type { FileRole, MediaFile } from '@fundus/contract/files/files';
import { identifyCaller } from '../../caller.ts';
import { nameFile } from '../../http/content-disposition.ts';
import type { ContentAnswer, ContentRequest } from '../../http/content-route.ts';
import type { Ctx, Portal } from '../../http/context.ts';
import { sendFile } from '../../storage/send-file.ts';
import type { ByteRange } from '../../storage/storage.ts';
import { noteUse } from '../licences/index.ts';
import { countUse, findSchool } from '../uses/index.ts';
import { unpacked } from './archives.ts';
import { findKnownFile } from './known-files.ts';
import { recordDownload } from './repository.ts';
import { ONCE_LASTS, RIGHT_LASTS, rememberRights, sendWhileAllowed, type MayOpen } from './content-rights.ts';
import { contentToken, readContentToken, type ContentUse } from './signature.ts';
import { viewerOf } from './viewer.ts';

const ARCHIVES = new Set(['h5p', 'epub', 'package']);

const MIME: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.xhtml': 'application/xhtml+xml; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.opf': 'application/oebps-package+xml; charset=utf-8',
  '.ncx': 'application/x-dtbncx+xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.mp4': 'video/mp4',
  '.m4a': 'audio/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.m4s': 'video/iso.segment',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.pdf': 'application/pdf',
};

type FileRow = {
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
};

/** A person, or whoever holds what `by` names. */
type For = Pick<Ctx, 'secret' | 'now' | 'contentUrl'> & ({ by: string } | Pick<Ctx, 'user'>);

/**
 * Files with addresses that work for this person for a while, as long as they may open the medium; `edit`: while they may edit it.
 * Posters have none of their own: they are the cover.
 */
export function presentFiles(ctx: For, rows: readonly FileRow[], { download = false, edit = false } = {}): MediaFile[] {
  const token = (file: string, use: ContentUse): string =>
    contentToken(ctx.secret, { file, use, by: 'by' in ctx ? ctx.by : (ctx.user?.id ?? null) }, ctx.now);
  return rows.map((row) => {
    const viewer = viewerOf(row.mime);
    const base = `${ctx.contentUrl ?? ''}/content/${token(row.id, edit ? 'edit' : 'open')}/`;
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
      download_href: download ? `${ctx.contentUrl ?? ''}/content/${token(row.id, 'save')}/${encodeURIComponent(fileName(row.path))}` : null,
    };
  });
}

/** A film in pieces is an archive too: its `start` is the list of them. */
export const isArchive = ({ mime, start }: { mime: string; start: string | null }): boolean =>
  ARCHIVES.has(viewerOf(mime)) || start !== null;

/** `''` where it begins at `index.html`. */
const startAddress = (start: string | null): string =>
  start === null || start === 'index.html' ? '' : start.split('/').map(encodeURIComponent).join('/');

const fileName = (path: string): string => path.split('/').at(-1) ?? path;

/** Reads what tokens grant while the right lasts. Throws `expired`, `not_found`, or `licence_missing` where the right ended. */
export function makeContentReader(
  portal: Portal,
  mayOpen: MayOpen,
  framersOf: (visit: string) => Promise<readonly string[]>,
): (request: ContentRequest) => Promise<ContentAnswer> {
  const rights = rememberRights(mayOpen, portal.now);
  return async (request) => {
    const grant = readContentToken(portal.secret, request.token, portal.now());
    if (grant === 'expired') throw new AppError('expired');
    const file = grant && (await findKnownFile(portal, grant.file));
    if (!grant || !file) throw new AppError('not_found');
    if (grant.by !== null) identifyCaller(grant.by);
    const asked = { ...grant, identifier: file.identifier };
    const right = await rights(asked);
    if (!right) throw new AppError('licence_missing');
    const save = grant.use === 'save';
    const inside = isArchive(file) && !save;
    // Of somebody who has it open in a frame of a learning platform.
    const framers = inside && right === 'once' && grant.by !== null ? await framersOf(grant.by) : [];
    const source = inside ? await findPackagedFile(portal, file, request.path, framers) : await findWholeFile(portal, file, save);
    const answer = partial(source, request);
    // The first piece counts, when it is sent: a film comes in many, and download managers ask about it before.
    const sent = answer.send !== null && !request.head;
    if (save && grant.by && sent && (answer.status === 200 || /^bytes=0-/.test(request.range ?? '')))
      await noteDownload(portal, grant.by, file);
    const { send } = answer;
    return {
      ...answer,
      send: send && ((out) => sendWhileAllowed(out, send, () => rights(asked), right === 'once' ? ONCE_LASTS : RIGHT_LASTS)),
    };
  };
}

/** Into the list of a person; by a seat it counts as its use (docs/behaviour/uses.md#what-counts). Of a learner code it only counts at its school. */
async function noteDownload(portal: Portal, by: string, file: { identifier: string; path: string }): Promise<void> {
  const now = portal.now();
  const first = await portal.db.transaction().execute(async (db) => {
    await recordDownload(db, by, file, now);
    const used = await noteUse(db, by, file.identifier, now);
    await countUse({ db, secret: portal.secret, now }, { id: by, school_id: await findSchool(db, by) }, file.identifier);
    return used;
  });
  if (first) void portal.wakeIndex();
}

/** What no browser takes for a page. Anything else opened by its address stands in a box of its own, without scripts. */
const SHOWN_AS_IS = /^(video|audio)\/|^image\/(?!svg)|^application\/pdf$/;

type Source = {
  send: (range: ByteRange | undefined, out: Writable) => Promise<void>;
  bytes: number;
  etag: string;
  headers: Record<string, string>;
};

async function findWholeFile(
  portal: Portal,
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
      ...(download && { 'content-disposition': nameFile('attachment', name) }),
      ...(!SHOWN_AS_IS.test(file.mime) && { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }),
    },
  };
}

/** A package runs in an origin of its own: scripts and forms, nothing of the portal. */
const packagePolicy = ({ contentUrl, publicUrl }: Portal, framers: readonly string[]): string =>
  `default-src 'self' data: blob:; script-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors ${[(contentUrl && publicUrl) ?? "'self'", ...framers].join(' ')}; base-uri 'none'; form-action 'none'; sandbox allow-scripts allow-forms`;

async function findPackagedFile(
  portal: Portal,
  file: { path: string; sha256: string | null; id: string },
  wanted: string,
  framers: readonly string[],
): Promise<Source> {
  const archive = await portal.storage.stat(file.path);
  if (!archive) throw new AppError('not_found');
  const key = file.sha256 ?? `${file.id}-${archive.changed.getTime()}`;
  const folder = await unpacked((use) => portal.storage.withLocal(file.path, use), portal.cacheDir, key);
  const local = join(folder, wanted === '' ? 'index.html' : wanted);
  const found = local.startsWith(folder + sep) ? await stat(local).catch(() => null) : null;
  if (!found?.isFile()) throw new AppError('not_found');
  return {
    send: (range, out) => sendFile(local, range, out),
    bytes: found.size,
    etag: `"${key.slice(0, 24)}-${found.size}"`,
    headers: {
      'content-type': MIME[extname(local).toLowerCase()] ?? 'application/octet-stream',
      'content-security-policy': packagePolicy(portal, framers),
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

/** The whole, the asked range (206), or nothing new (304). A range beyond the end is 416; one of another state of the file is the whole (RFC 9110, 13.1.5). */
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
