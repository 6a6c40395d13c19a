/** The theme of the portal: one published version, one draft, and the last 20 archived versions (docs/behaviour/setup.md#theme). */
import { fullName } from '@fundus/contract/people/full-name';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { setupAdmin, type ThemeStates, type ThemeVersion } from '@fundus/contract/setup/admin';
import { PICTURE_SLOTS, ThemeSettings, type PictureSlot, type Theme } from '@fundus/contract/setup/theme';
import { checkColours } from '@fundus/contract/setup/theme-rules';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { fillPath } from '@fundus/contract/endpoint';
import { setup } from '@fundus/contract/setup/setup';
import {
  deleteDraft,
  findPicture,
  findTheme,
  findThemeById,
  insertDraft,
  listArchive,
  moveTheme,
  trimArchive,
  updateDraft,
  type ThemeRow,
} from './repository.ts';

type Admin = UserCtx;
type Db = Ctx['db'];

const KEPT = 20;

const DEFAULTS = ThemeSettings.parse({});

/** Public paths of the published pictures. */
const PUBLIC: Record<PictureSlot, string> = {
  logo: setup.logo.path,
  logo_footer: setup.logoFooter.path,
  illustration: setup.illustration.path,
};

/** Returns the settings of a theme. Missing fields get the current defaults. */
export const settingsOf = (row: ThemeRow | undefined): ThemeSettings => (row ? ThemeSettings.parse(row.settings) : DEFAULTS);

function asShown(settings: ThemeSettings, isPublic: boolean): Theme {
  const picture = (slot: PictureSlot) => {
    const kept = settings[slot];
    if (!kept) return null;
    // The path contains the digest of the picture, so that it can be cached and a new picture is shown immediately.
    const href = isPublic ? `${PUBLIC[slot]}?v=${kept.file.slice(0, 12)}` : fillPath(setupAdmin.picture.path, { file: kept.file });
    return { href, alt: kept.alt };
  };
  return { ...settings, logo: picture('logo'), logo_footer: picture('logo_footer'), illustration: picture('illustration') };
}

/** Returns the published theme, or the defaults if none is published. */
export const readTheme = async (db: Db): Promise<Theme> => asShown(await readSettings(db), true);

/** Returns the path of the illustration on the start page: the administrator's or the built-in one. */
export const findIllustration = async (db: Db): Promise<string> => (await readTheme(db)).illustration?.href ?? setup.illustration.path;

export const readSettings = async (db: Db): Promise<ThemeSettings> => settingsOf(await findTheme(db, 'published'));

export async function readStates({ db, now }: Pick<Admin, 'db' | 'now'>): Promise<ThemeStates> {
  const [published, draft, archive] = await Promise.all([findTheme(db, 'published'), findTheme(db, 'draft'), listArchive(db, KEPT)]);
  return {
    published: published
      ? presentTheme(published, true)
      : {
          id: '',
          version: 0,
          settings: DEFAULTS,
          theme: asShown(DEFAULTS, true),
          changed_at: now.toISOString(),
          changed_by: null,
          published_at: null,
        },
    draft: draft ? presentTheme(draft, false) : null,
    archive: archive.map((row) => presentTheme(row, false)),
  };
}

function presentTheme(row: ThemeRow, isPublic: boolean): ThemeVersion {
  const settings = settingsOf(row);
  return {
    id: row.id,
    version: row.version,
    settings,
    theme: asShown(settings, isPublic),
    changed_at: row.changed_at.toISOString(),
    changed_by: fullName(row) || null,
    published_at: row.published_at?.toISOString() ?? null,
  };
}

/**
 * Writes the draft. `expectedVersion` is the version that the user edited, or 0 if there was no draft. Throws `version_conflict` if the draft has
 * changed, and `contrast_too_low` for a link colour with low contrast. `confirm` accepts such a colour and logs it.
 */
export async function saveDraft(ctx: Admin, expectedVersion: number, settings: ThemeSettings, confirm: boolean): Promise<void> {
  const { from, until } = settings.banner ?? {};
  if (from && until && until < from) throw invalid('settings.banner.until', 'min');
  await requirePictures(ctx.db, settings);
  await acceptColours(ctx, settings, confirm);
  await writeDraft(ctx, expectedVersion, settings, 'theme.save');
}

/** Writes the draft without validating its settings. */
export async function writeDraft(ctx: Admin, expectedVersion: number, settings: ThemeSettings, action: string): Promise<void> {
  const before = await findTheme(ctx.db, 'draft');
  const row = { settings, changed_at: ctx.now, changed_by: ctx.user.id };
  const done =
    before || expectedVersion !== 0
      ? await updateDraft(ctx.db, expectedVersion, row)
      : await insertDraft(ctx.db, { ...row, id: newId(ctx.now), version: 1 });
  if (!done) throw conflict(before);
  await recordAudit(ctx, action, before?.settings ?? null, settings);
}

export async function discardDraft(ctx: Admin, expectedVersion: number): Promise<void> {
  const before = await findTheme(ctx.db, 'draft');
  if (!before) throw new AppError('state_conflict');
  if (!(await deleteDraft(ctx.db, expectedVersion))) throw conflict(before);
  await recordAudit(ctx, 'theme.discard', before.settings, null);
}

/** Publishes the draft and archives the previously published theme. Only the last 20 archived themes are kept. */
export async function publishTheme(ctx: Admin, expectedVersion: number, confirm: boolean): Promise<void> {
  const [draft, before] = await Promise.all([findTheme(ctx.db, 'draft'), findTheme(ctx.db, 'published')]);
  if (!draft) throw new AppError('state_conflict');
  if (draft.version !== expectedVersion) throw conflict(draft);
  const settings = settingsOf(draft);
  await requirePictures(ctx.db, settings);
  await acceptColours(ctx, settings, confirm);
  if (before) await moveTheme(ctx.db, before.id, 'archive', before.published_at);
  await moveTheme(ctx.db, draft.id, 'published', ctx.now);
  await trimArchive(ctx.db, KEPT);
  await recordAudit(ctx, 'theme.publish', before?.settings ?? null, settings);
}

/** Publishes the theme of the initial setup, unless a draft or a published theme already exists. */
export async function publishFirstTheme(ctx: Admin, settings: ThemeSettings): Promise<void> {
  if ((await findTheme(ctx.db, 'draft')) ?? (await findTheme(ctx.db, 'published'))) return;
  await saveDraft(ctx, 0, settings, false);
  await publishTheme(ctx, 1, false);
}

/** Replaces the draft with an archived or published theme. */
export async function restoreTheme(ctx: Admin, id: string, expectedVersion: number): Promise<void> {
  const row = await findThemeById(ctx.db, id);
  if (!row || row.state === 'draft') throw notFound();
  await writeDraft(ctx, expectedVersion, settingsOf(row), 'theme.restore');
}

export const reset = (ctx: Admin, expectedVersion: number): Promise<void> => writeDraft(ctx, expectedVersion, DEFAULTS, 'theme.reset');

const conflict = (row: ThemeRow | undefined): AppError =>
  new AppError('version_conflict', {
    field: 'version',
    details: row ? { version: row.version, changed_by: fullName(row) || null, changed_at: row.changed_at.toISOString() } : { version: 0 },
  });

async function acceptColours(ctx: Admin, settings: ThemeSettings, confirm: boolean): Promise<void> {
  const weak = checkColours(settings).filter((check) => !check.ok && check.field === 'linkColor');
  if (weak.length === 0) return;
  if (!confirm) throw new AppError('contrast_too_low', { field: 'linkColor', details: { checks: weak } });
  await recordAudit(ctx, 'theme.weak_link_colour', null, { linkColor: settings.linkColor, checks: weak });
}

async function requirePictures(db: Db, settings: ThemeSettings): Promise<void> {
  for (const slot of PICTURE_SLOTS) {
    const kept = settings[slot];
    if (kept && !(await findPicture(db, kept.file)))
      throw new AppError('validation_failed', { field: slot, details: { problems: [{ field: `settings.${slot}`, rule: 'missing' }] } });
  }
}
