/** Endpoints with which district administrators edit themes and custom texts (docs/behaviour/setup.md). */
import { z } from 'zod';
import { byId, locale, moment, version } from '../fields.ts';
import { endpoint } from '../endpoint.ts';
import { ImportReport, LanguageInfo, TextRow, TextSet } from './texts.ts';
import { PICTURE_BYTES, PICTURE_SLOTS, Theme, ThemeSettings } from './theme.ts';

const gate = { access: 'districtAdmin' } as const;
const THEME = '/api/v1/setup/theme';
const TEXTS = '/api/v1/setup/texts';
const LANGUAGES = '/api/v1/setup/languages';

/** Returns the body limit in bytes for Base64 content and the surrounding JSON. */
const inBase64 = (bytes: number): number => Math.ceil(bytes / 3) * 4 + 20_000;

/**
 * One version of the theme. `theme` is the version as visitors would see it. Until it is published, only administrators can open the addresses of its
 * pictures.
 */
export const ThemeVersion = z.object({
  id: z.string(),
  version,
  settings: ThemeSettings,
  theme: Theme,
  changed_at: moment,
  changed_by: z.string().nullable(),
  published_at: moment.nullable(),
});
export type ThemeVersion = z.output<typeof ThemeVersion>;

/** The published theme, the draft, and up to 20 earlier themes. The default theme has the id '' and version 0. */
export const ThemeStates = z.object({
  published: ThemeVersion,
  draft: ThemeVersion.nullable(),
  archive: z.array(ThemeVersion),
});
export type ThemeStates = z.output<typeof ThemeStates>;

const Version = z.object({ version: version.min(0) });
const Confirm = z.object({ confirm: z.boolean().default(false) });
const lang = z.object({ lang: locale });
const key = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w.-]+$/);

export const setupAdmin = {
  themeStates: endpoint({
    method: 'GET',
    path: `${THEME}/states`,
    summary: 'Theme: published, draft and archive',
    ...gate,
    reply: ThemeStates,
  }),
  saveTheme: endpoint({
    method: 'PUT',
    path: `${THEME}/draft`,
    summary: 'Save the draft of the theme; `version` of the edited draft, 0 for a new one; `confirm` accepts a low-contrast link colour',
    ...gate,
    body: z.object({ ...Version.shape, ...Confirm.shape, settings: ThemeSettings }),
    reply: ThemeStates,
  }),
  dropTheme: endpoint({
    method: 'DELETE',
    path: `${THEME}/draft`,
    summary: 'Discard the draft of the theme',
    ...gate,
    body: Version,
    reply: ThemeStates,
  }),
  publishTheme: endpoint({
    method: 'POST',
    path: `${THEME}/publish`,
    summary: 'Publish the draft and archive the previous theme',
    ...gate,
    body: z.object({ ...Version.shape, ...Confirm.shape }),
    reply: ThemeStates,
  }),
  restoreTheme: endpoint({
    method: 'POST',
    path: `${THEME}/restore/{id}`,
    summary: 'Restore an archived theme as the draft',
    ...gate,
    params: byId,
    body: Version,
    reply: ThemeStates,
  }),
  resetTheme: endpoint({
    method: 'POST',
    path: `${THEME}/reset`,
    summary: 'Create a draft with the defaults',
    ...gate,
    body: Version,
    reply: ThemeStates,
  }),
  exportTheme: endpoint({
    method: 'GET',
    path: `${THEME}/export`,
    summary: 'Theme as a file with its pictures',
    ...gate,
    query: z.object({ state: z.enum(['published', 'draft']).default('published') }),
    reply: z.record(z.string(), z.unknown()),
  }),
  importTheme: endpoint({
    method: 'POST',
    path: `${THEME}/import`,
    summary: 'Import a theme file as the draft; unknown and invalid settings are skipped and listed',
    ...gate,
    bodyLimit: inBase64(PICTURE_BYTES) * 3,
    body: z.object({ ...Version.shape, theme: z.record(z.string(), z.unknown()) }),
    reply: z.object({ states: ThemeStates, unknown: z.array(z.string()), invalid: z.array(z.string()) }),
  }),
  uploadPicture: endpoint({
    method: 'POST',
    path: `${THEME}/pictures/{slot}`,
    summary: 'Store a picture, SVG (sanitised) or PNG, at most 1.5 MB; a draft that refers to it displays it',
    ...gate,
    bodyLimit: inBase64(PICTURE_BYTES),
    params: z.object({ slot: z.enum(PICTURE_SLOTS) }),
    body: z.object({ content: z.base64().min(4) }),
    reply: z.object({
      file: z.string(),
      href: z.string(),
      mime: z.string(),
      bytes: z.int(),
      width: z.int(),
      height: z.int(),
      removed: z.array(z.string()),
    }),
  }),
  picture: endpoint({
    method: 'GET',
    path: `${THEME}/pictures/{file}`,
    summary: 'A stored picture, published or not',
    ...gate,
    params: z.object({ file: z.string().regex(/^[0-9a-f]{64}$/) }),
    reply: 'stream',
  }),

  languages: endpoint({
    method: 'GET',
    path: LANGUAGES,
    summary: 'All languages, enabled or not',
    ...gate,
    reply: z.object({ languages: z.array(LanguageInfo) }),
  }),
  setLanguage: endpoint({
    method: 'PUT',
    path: `${LANGUAGES}/{lang}`,
    summary: 'Add, enable or disable a language; the default language stays enabled',
    ...gate,
    params: lang,
    body: z.object({ enabled: z.boolean() }),
    reply: z.object({ languages: z.array(LanguageInfo) }),
  }),
  removeLanguage: endpoint({
    method: 'DELETE',
    path: `${LANGUAGES}/{lang}`,
    summary: 'Remove an added language with all its texts',
    ...gate,
    params: lang,
    reply: z.object({ languages: z.array(LanguageInfo) }),
  }),
  texts: endpoint({ method: 'GET', path: `${TEXTS}/{lang}`, summary: 'All texts of a language', ...gate, params: lang, reply: TextSet }),
  saveText: endpoint({
    method: 'PUT',
    path: `${TEXTS}/{lang}/{key}`,
    summary: 'Write a custom text to the draft; null or empty resets it; `version_conflict` contains both texts',
    ...gate,
    params: z.object({ ...lang.shape, key }),
    body: z.object({ text: z.string().max(10_000).nullable(), ...Version.shape }),
    reply: TextRow,
  }),
  resetTexts: endpoint({
    method: 'POST',
    path: `${TEXTS}/{lang}/reset`,
    summary: 'Reset the custom texts of an area, or of the whole language',
    ...gate,
    params: lang,
    body: z.object({ area: z.string().max(60).default('') }),
    reply: TextSet,
  }),
  dropTexts: endpoint({
    method: 'POST',
    path: `${TEXTS}/{lang}/discard`,
    summary: 'Discard the draft and return to the published texts',
    ...gate,
    params: lang,
    reply: TextSet,
  }),
  publishTexts: endpoint({
    method: 'POST',
    path: `${TEXTS}/{lang}/publish`,
    summary: 'Publish the custom texts of a language; `version` is the published version the user saw',
    ...gate,
    params: lang,
    body: Version,
    reply: TextSet,
  }),
  restoreTexts: endpoint({
    method: 'POST',
    path: `${TEXTS}/{lang}/restore`,
    summary: 'Restore an earlier published version as the draft',
    ...gate,
    params: lang,
    body: Version,
    reply: TextSet,
  }),
  importTexts: endpoint({
    method: 'POST',
    path: `${TEXTS}/{lang}/import`,
    summary: 'Import custom texts into the draft; with `dry_run` a preview',
    ...gate,
    bodyLimit: 6_000_000,
    params: lang,
    body: z.object({ texts: z.record(z.string().max(200), z.string().max(20_000)), dry_run: z.boolean() }),
    reply: ImportReport,
  }),
};
