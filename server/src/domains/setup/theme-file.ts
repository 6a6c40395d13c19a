/** A theme as a file, to be kept or taken to another portal: the settings, and the pictures in base64. */
import { AppError, notFound } from '@fundus/contract/errors';
import { PICTURE_SLOTS, ThemeSettings, type PictureSlot } from '@fundus/contract/setup/theme';
import { z } from 'zod';
import type { UserCtx } from '../../http/context.ts';
import { pictureContent, storePicture } from './pictures.ts';
import { findTheme } from './repository.ts';
import { settingsOf, writeDraft } from './theme.ts';

const FORMAT = 'fundus-theme-1';
const PictureInFile = z.object({ alt: z.string().default(''), content: z.base64().min(4) });

/** `not_found` when there is no draft to write out. */
export async function exportTheme(ctx: UserCtx, state: 'published' | 'draft'): Promise<Record<string, unknown>> {
  const row = await findTheme(ctx.db, state);
  if (!row && state === 'draft') throw notFound('state');
  const settings = settingsOf(row);
  const pictures: Partial<Record<PictureSlot, unknown>> = {};
  for (const slot of PICTURE_SLOTS) {
    const kept = settings[slot];
    const content = kept && (await pictureContent(ctx, kept.file));
    pictures[slot] = kept && content ? { alt: kept.alt, content: content.toString('base64') } : null;
  }
  return { format: FORMAT, ...settings, ...pictures };
}

/** Makes a draft of what can be used of a file over the defaults. Names the keys nobody knows and those whose value is not valid. */
export async function importTheme(
  ctx: UserCtx,
  seen: number,
  file: Record<string, unknown>,
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
    const usable = isSlot(name) && value !== null ? await importPicture(ctx, value) : value;
    const parsed = usable === undefined ? undefined : ThemeSettings.shape[name as keyof ThemeSettings].safeParse(usable);
    if (parsed?.success) settings[name] = parsed.data;
    else invalid.push(name);
  }
  // A file of something else would only reset everything.
  if (Object.keys(settings).length === 0) throw new AppError('validation_failed', { field: 'theme', details: { unknown, invalid } });
  await writeDraft(ctx, seen, ThemeSettings.parse(settings), 'theme.import');
  return { unknown, invalid };
}

const isSlot = (name: string): name is PictureSlot => (PICTURE_SLOTS as readonly string[]).includes(name);

async function importPicture(ctx: UserCtx, value: unknown): Promise<{ file: string; alt: string } | undefined> {
  const picture = PictureInFile.safeParse(value);
  if (!picture.success) return undefined;
  try {
    return { file: (await storePicture(ctx, picture.data.content)).file, alt: picture.data.alt.slice(0, 160) };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'too_large' || error.code === 'unsupported_type')) return undefined;
    throw error;
  }
}
