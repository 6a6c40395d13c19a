/** Files of news: type detection by content, re-encoding of pictures, and access control. */
import { Readable } from 'node:stream';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { NEWS_FILES, newsFileHref, type NewsFile, type NewsFileKind } from '@fundus/contract/news/news';
import { contentDisposition } from '../../http/bodies/content-disposition.ts';
import { newId } from '../../db/new-id.ts';
import type { Ctx, Portal, UserCtx } from '../../http/context.ts';
import { isTooLargePicture, pictures } from '../../pictures/index.ts';
import { cleanName, detectDocument } from '../files/index.ts';
import { pictureHeaders } from '../setup/index.ts';
import { deleteUnusedFiles, findFile, insertFile, type FileRow } from './file-repository.ts';
import { mayEditNews, mayWrite } from './policy.ts';
import { findNews } from './repository.ts';
import { findPublished } from './reader-repository.ts';

const MAX_PIXELS = 50_000_000;
/** Maximum width of stored pictures in pixels: twice the largest display width. */
const WIDEST = 2_400;

/** File extensions by MIME type. */
export const ENDINGS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.oasis.opendocument.text': 'odt',
};

export const newsFilePath = ({ id, mime }: Pick<FileRow, 'id' | 'mime'>): string => `news/${id}.${ENDINGS[mime]}`;

type Given = { kind: NewsFileKind; name: string; content: string };
export type Taken = Pick<FileRow, 'id' | 'kind' | 'name' | 'mime' | 'bytes' | 'width' | 'height'>;

/** Re-encodes the picture, which removes its location, camera data and other hidden data. */
async function reencodePicture(given: Buffer, mime: string, widest: number | null) {
  try {
    const { content, width, height } = await pictures.reencodePicture(given, mime, widest, MAX_PIXELS);
    return { content: Buffer.from(content), width, height };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const large = isTooLargePicture(error);
    throw new AppError(large ? 'too_large' : 'broken_file', { field: 'content', ...(large && { details: { pixels: MAX_PIXELS } }) });
  }
}

/** Stores an upload. Throws `forbidden`, `too_large`, `unsupported_type` or `broken_file`. */
export async function storeUpload(
  { storage, user, now }: Pick<UserCtx<'storage'>, 'storage' | 'user' | 'now'>,
  given: Given,
): Promise<Taken> {
  if (!mayWrite(user)) throw new AppError('forbidden');
  const { bytes: most, types } = NEWS_FILES[given.kind];
  const bytes = Buffer.from(given.content, 'base64');
  if (bytes.length > most) throw new AppError('too_large', { field: 'content', details: { most } });
  const mime = await detectDocument(bytes, types);
  const picture = mime.startsWith('image/') ? await reencodePicture(bytes, mime, given.kind === 'picture' ? WIDEST : null) : null;
  const content = picture?.content ?? bytes;
  if (content.length > most) throw new AppError('too_large', { field: 'content', details: { most } });
  const file = {
    id: newId(now),
    kind: given.kind,
    name: cleanName(given.name, ENDINGS[mime]!),
    mime,
    bytes: content.length,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  };
  await storage.write(newsFilePath(file), Readable.from([content]));
  return file;
}

export async function addFile({ db, user, now }: UserCtx, file: Taken): Promise<NewsFile> {
  await insertFile(db, { ...file, added_by: user.id, since: now });
  return presentFile(file);
}

export const presentFile = ({ id, name, mime, bytes, width, height }: Taken): NewsFile => ({
  file: id,
  name,
  mime,
  bytes,
  width,
  height,
  href: newsFileHref(id),
});

/**
 * Returns whether the user may read a file that is not published. Authors may read the files of their news, and users the unused files they uploaded.
 */
async function mayRead({ db, user }: Ctx, file: FileRow): Promise<boolean> {
  if (file.news_id === null) return user !== null && !user.by_code && file.added_by === user.id;
  const news = await findNews(db, file.news_id);
  return news !== undefined && mayEditNews(user, news);
}

export async function sendNewsFile(ctx: Ctx<'storage'>, id: string): Promise<StreamAnswer> {
  const file = await findFile(ctx.db, id);
  if (!file || !((await isPublished(ctx, file)) || (await mayRead(ctx, file))))
    throw new AppError(ctx.user ? 'not_found' : 'login_required', { field: 'file' });
  if (!(await ctx.storage.stat(newsFilePath(file)))) throw notFound('file');
  return {
    headers: {
      ...pictureHeaders(file.mime, 'private, max-age=3600'),
      ...(file.kind === 'attachment' && { 'content-disposition': contentDisposition('attachment', file.name) }),
    },
    body: ctx.storage.read(newsFilePath(file)),
  };
}

async function isPublished({ db, user, now }: Ctx, { news_id }: FileRow): Promise<boolean> {
  const news = news_id === null ? undefined : await findPublished(db, user, news_id);
  return news !== undefined && news.concerns && news.display_at! <= now;
}

/** Removes files that have been unused since before a given time. Returns their number. */
export const removeUnusedFiles = ({ db, storage }: Pick<Portal<'storage'>, 'db' | 'storage'>, before: Date): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const deleted = await deleteUnusedFiles(trx, before);
    for (const file of deleted) await storage.remove(newsFilePath(file));
    return deleted.length;
  });
