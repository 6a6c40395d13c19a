/** Exports and imports a theme as a file with its settings and base64 pictures. */
import { AppError, notFound } from '@fundus/contract/errors';
import { PICTURE_SLOTS, ThemeSettings, type PictureSlot } from '@fundus/contract/setup/theme';
import { z } from 'zod';
import type { UserCtx } from '../../http/context.ts';
import { readPictureContent, preparePicture, storePicture, type ReadPicture } from './pictures.ts';
import { findTheme } from './repository.ts';
import { settingsOf, writeDraft } from './theme.ts';

const FORMAT = 'fundus-theme-1';
const PictureInFile = z.object({ alt: z.string().default(''), content: z.base64().min(4) });

/** Returns the theme file. Throws `not_found` if the draft is requested but does not exist. */
export async function exportTheme(ctx: UserCtx<'storage'>, state: 'published' | 'draft'): Promise<Record<string, unknown>> {
  const row = await findTheme(ctx.db, state);
  if (!row && state === 'draft') throw notFound('state');
  const settings = settingsOf(row);
  const pictures: Partial<Record<PictureSlot, unknown>> = {};
  for (const slot of PICTURE_SLOTS) {
    const picture = settings[slot];
    const content = picture && (await readPictureContent(ctx, picture.file));
    pictures[slot] = picture && content ? { alt: picture.alt, content: content.toString('base64') } : null;
  }
  return { format: FORMAT, ...settings, ...pictures };
}

/** Valid pictures of an imported file. */
export type PreparedPictures = Partial<Record<PictureSlot, { picture: ReadPicture; alt: string }>>;

/** Reads the pictures of a file and skips invalid ones. Runs outside the transaction. */
export async function preparePictures(file: Record<string, unknown>): Promise<PreparedPictures> {
  const prepared: PreparedPictures = {};
  for (const slot of PICTURE_SLOTS) {
    const given = PictureInFile.safeParse(file[slot]);
    if (!given.success) continue;
    try {
      prepared[slot] = { picture: await preparePicture(given.data.content), alt: given.data.alt.slice(0, 160) };
    } catch (error) {
      if (!(error instanceof AppError && (error.code === 'too_large' || error.code === 'unsupported_type'))) throw error;
    }
  }
  return prepared;
}

/** Replaces the draft with the valid settings of a file and the defaults for all others. Returns the unknown and the invalid keys. */
export async function importTheme(
  ctx: UserCtx<'storage'>,
  expectedVersion: number,
  file: Record<string, unknown>,
  pictures: PreparedPictures,
): Promise<{ unknown: string[]; invalid: string[] }> {
  const { format: _, ...given } = file;
  const unknown: string[] = [];
  const invalid: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(ThemeSettings.shape, name)) {
      unknown.push(name);
      continue;
    }
    const usable = isSlot(name) && value !== null ? await storeImported(ctx, pictures[name]) : value;
    const parsed = usable === undefined ? undefined : ThemeSettings.shape[name as keyof ThemeSettings].safeParse(usable);
    if (parsed?.success) settings[name] = parsed.data;
    else invalid.push(name);
  }
  // A file without valid settings is rejected, because it would reset all settings.
  if (Object.keys(settings).length === 0) throw new AppError('validation_failed', { field: 'theme', details: { unknown, invalid } });
  await writeDraft(ctx, expectedVersion, ThemeSettings.parse(settings), 'theme.import');
  return { unknown, invalid };
}

const isSlot = (name: string): name is PictureSlot => (PICTURE_SLOTS as readonly string[]).includes(name);

async function storeImported(
  ctx: UserCtx<'storage'>,
  given: PreparedPictures[PictureSlot],
): Promise<{ file: string; alt: string } | undefined> {
  return given && { file: (await storePicture(ctx, given.picture)).file, alt: given.alt };
}
