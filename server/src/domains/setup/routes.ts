import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { fillPath } from '@fundus/contract/endpoint';
import { notFound } from '@fundus/contract/errors';
import { languageOf } from '@fundus/contract/locale';
import type { setup } from '@fundus/contract/setup/setup';
import { setupAdmin } from '@fundus/contract/setup/admin';
import type { PictureSlot } from '@fundus/contract/setup/theme';
import type { Ctx } from '../../http/context.ts';
import type { Handlers } from '../../http/implement.ts';
import {
  listKnownLanguages,
  DEFAULTS,
  pickDefaults,
  describeLanguages,
  listOfferedLanguages,
  ownName,
  publishedTexts,
  removeLanguage,
  switchLanguage,
  pickTexts,
} from './languages.ts';
import { pictureHeaders, preparePicture, sendPicture, storePicture, type ReadPicture } from './pictures.ts';
import { discardTexts, importTexts, publishTexts, readTexts, resetTexts, restoreTexts, saveText } from './texts.ts';
import { hasDistrict } from './repository.ts';
import { exportTheme, importTheme, preparePictures, type PreparedPictures } from './theme-file.ts';
import { discardDraft, publishTheme, readSettings, readStates, readTheme, reset, restoreTheme, saveDraft } from './theme.ts';

/** Returns the picture uploaded by the administrator, or the built-in picture if there is none. */
async function art(ctx: Ctx<'storage'>, slot: PictureSlot, own: 'logo' | 'illustration'): Promise<StreamAnswer> {
  const chosen = (await readSettings(ctx.db))[slot];
  if (chosen) return sendPicture(ctx, chosen.file, 'public, max-age=60');
  return { headers: pictureHeaders('image/svg+xml', 'public, max-age=60'), body: readFileSync(join(import.meta.dirname, `${own}.svg`)) };
}

const open: Handlers<typeof setup, 'demo' | 'screenTexts' | 'storage'> = {
  config: async (ctx) => ({
    ...ctx.config,
    Locales: await listOfferedLanguages(ctx),
    demo: ctx.demo,
    first_start: !(await hasDistrict(ctx.db)),
  }),
  locales: async (ctx) => ({ locales: (await listOfferedLanguages(ctx)).map((code) => ({ code, name: ownName(code) })) }),
  locale: async (ctx, { params: { lang }, query: { screen } }) => {
    const known = (await listKnownLanguages(ctx)).find((language) => language.code === lang);
    const base = DEFAULTS.get(languageOf(lang));
    if (!known?.enabled && !base) throw notFound('lang');
    const { messages } = await publishedTexts(ctx.db, known ? lang : languageOf(lang));
    const keys = screen ? ctx.screenTexts(screen) : null;
    if (!keys) return { locale: lang, default: base ?? {}, custom: messages };
    return { locale: lang, default: base ? pickDefaults(languageOf(lang), keys) : {}, custom: pickTexts(messages, keys) };
  },
  theme: (ctx) => readTheme(ctx.db),
  logo: (ctx) => art(ctx, 'logo', 'logo'),
  logoFooter: (ctx) => art(ctx, 'logo_footer', 'logo'),
  illustration: (ctx) => art(ctx, 'illustration', 'illustration'),
};

const admin: Handlers<typeof setupAdmin, 'storage'> = {
  themeStates: (ctx) => readStates(ctx),
  saveTheme: async (ctx, { body: { version, settings, confirm } }) => {
    await saveDraft(ctx, version, settings, confirm);
    return readStates(ctx);
  },
  dropTheme: async (ctx, { body }) => {
    await discardDraft(ctx, body.version);
    return readStates(ctx);
  },
  publishTheme: async (ctx, { body }) => {
    await publishTheme(ctx, body.version, body.confirm);
    return readStates(ctx);
  },
  restoreTheme: async (ctx, { params, body }) => {
    await restoreTheme(ctx, params.id, body.version);
    return readStates(ctx);
  },
  resetTheme: async (ctx, { body }) => {
    await reset(ctx, body.version);
    return readStates(ctx);
  },
  exportTheme: (ctx, { query }) => exportTheme(ctx, query.state),
  importTheme: {
    before: (_, { body }) => preparePictures(body.theme),
    write: async (ctx, { body }, pictures: PreparedPictures) => {
      const left = await importTheme(ctx, body.version, body.theme, pictures);
      return { states: await readStates(ctx), ...left };
    },
  },
  uploadPicture: {
    before: (_, { body }) => preparePicture(body.content),
    write: async (ctx, _, picture: ReadPicture) => {
      const stored = await storePicture(ctx, picture);
      return { ...stored, href: fillPath(setupAdmin.picture.path, { file: stored.file }) };
    },
  },
  picture: (ctx, { params }) => sendPicture(ctx, params.file, 'private, max-age=3600'),

  languages: (ctx) => describeLanguages(ctx),
  setLanguage: async (ctx, { params, body }) => {
    await switchLanguage(ctx, params.lang, body.enabled);
    return describeLanguages(ctx);
  },
  removeLanguage: async (ctx, { params }) => {
    await removeLanguage(ctx, params.lang);
    return describeLanguages(ctx);
  },
  texts: (ctx, { params }) => readTexts(ctx, params.lang),
  saveText: (ctx, { params, body }) => saveText(ctx, params.lang, params.key, body.text, body.version),
  resetTexts: async (ctx, { params, body }) => {
    await resetTexts(ctx, params.lang, body.area);
    return readTexts(ctx, params.lang);
  },
  dropTexts: async (ctx, { params }) => {
    await discardTexts(ctx, params.lang);
    return readTexts(ctx, params.lang);
  },
  publishTexts: async (ctx, { params, body }) => {
    await publishTexts(ctx, params.lang, body.version);
    return readTexts(ctx, params.lang);
  },
  restoreTexts: async (ctx, { params, body }) => {
    await restoreTexts(ctx, params.lang, body.version);
    return readTexts(ctx, params.lang);
  },
  importTexts: (ctx, { params, body }) => importTexts(ctx, params.lang, body.texts, body.dry_run),
};

export const handlers: Handlers<typeof setup & typeof setupAdmin, 'demo' | 'screenTexts' | 'storage'> = { ...open, ...admin };
