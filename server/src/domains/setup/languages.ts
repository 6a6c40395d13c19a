/** Languages of the portal: those in the configuration, and those enabled or added by the administrator. */
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { baseKeyOf, directionOf, languageOf, Messages } from '@fundus/contract/locale';
import { de, en } from '@fundus/contract/messages';
import { areaOf, expectedMessages, type LanguageInfo } from '@fundus/contract/setup/texts';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { deleteLanguage, listLanguages, listOwnTexts, listTextVersions, setLanguage, type OwnTextRow } from './repository.ts';

const MAX = 40;

/** Built-in texts by language. */
export const DEFAULTS: ReadonlyMap<string, Messages> = new Map(Object.entries({ de, en }));

const expected = new Map<string, Messages>();

/** Returns all keys of a language with their default texts. */
export function expectedOf(locale: string): Messages {
  let set = expected.get(locale);
  if (!set) expected.set(locale, (set = expectedMessages(locale, DEFAULTS)));
  return set;
}

/** Returns the default text of a key, or `undefined` if no such key exists. */
export function baseOf(locale: string, key: string): string | undefined {
  const set = expectedOf(locale);
  return Object.hasOwn(set, key) ? set[key] : undefined;
}

/** Selects the texts of a screen. `textKeys` contains keys without plural suffixes. */
export const pickTexts = (messages: Messages, textKeys: ReadonlySet<string>): Messages =>
  Object.fromEntries(Object.entries(messages).filter(([key]) => textKeys.has(baseKeyOf(key))));

const chosen = new WeakMap<ReadonlySet<string>, Map<string, Messages>>();

/** Returns the default texts of a screen in a language. */
export function pickDefaults(language: string, textKeys: ReadonlySet<string>): Messages {
  const known = chosen.get(textKeys) ?? new Map<string, Messages>();
  chosen.set(textKeys, known);
  let messages = known.get(language);
  if (!messages) known.set(language, (messages = pickTexts(DEFAULTS.get(language) ?? {}, textKeys)));
  return messages;
}

/** Returns the name of a language in that language, for example "Deutsch" or "English". */
export const ownName = (code: string): string => {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
};

type Known = { code: string; enabled: boolean; added: boolean; is_default: boolean };

/** Returns all languages: first the configured ones, then built-in ones, then those added by the administrator. */
export async function listKnownLanguages({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<Known[]> {
  const changes = new Map((await listLanguages(db)).map((row) => [row.code, row.enabled]));
  const brought = [...DEFAULTS.keys()].filter((code) => !config.Locales.some((locale) => languageOf(locale) === code));
  const fixed = [...config.Locales, ...brought];
  return [...fixed, ...[...changes.keys()].filter((code) => !fixed.includes(code))].map((code) => {
    const is_default = code === config.Locales[0];
    return { code, is_default, added: !fixed.includes(code), enabled: is_default || (changes.get(code) ?? config.Locales.includes(code)) };
  });
}

/** Returns the codes of the enabled languages in the order of `listKnownLanguages`. */
export const listOfferedLanguages = async (ctx: Pick<Ctx, 'db' | 'config'>): Promise<string[]> =>
  (await listKnownLanguages(ctx)).filter((language) => language.enabled).map((language) => language.code);

export async function requireKnownLanguage(ctx: Pick<Ctx, 'db' | 'config'>, code: string): Promise<Known> {
  const found = (await listKnownLanguages(ctx)).find((language) => language.code === code);
  if (!found) throw notFound('lang');
  return found;
}

/** Returns the published custom texts with their version, which is 0 if none are published. */
export async function publishedTexts(db: Ctx['db'], locale: string): Promise<{ version: number; messages: Messages }> {
  const [newest] = await listTextVersions(db, locale, 1);
  return newest ? { version: newest.version, messages: Messages.parse(newest.messages) } : { version: 0, messages: {} };
}

export const hasTexts = (code: string): boolean => DEFAULTS.has(languageOf(code));

/** Returns a language with the numbers of its custom, missing and unpublished texts. */
export function describe(known: Known, rows: readonly OwnTextRow[], published: { version: number; messages: Messages }): LanguageInfo {
  const keys = Object.keys(expectedOf(known.code));
  const own = new Map(rows.flatMap((row) => (row.text === null ? [] : [[row.key, row.text] as const])));
  const shared = new Set([...own.keys(), ...Object.keys(published.messages)]);
  return {
    ...known,
    name: ownName(known.code),
    dir: directionOf(known.code),
    has_texts: hasTexts(known.code),
    texts: keys.length,
    own: own.size,
    missing: hasTexts(known.code) ? 0 : keys.filter((key) => !own.has(key)).length,
    drafts: [...shared].filter((key) => own.get(key) !== published.messages[key]).length,
    version: published.version,
  };
}

export async function describeLanguages(ctx: Pick<Ctx, 'db' | 'config'>): Promise<{ languages: LanguageInfo[] }> {
  const languages: LanguageInfo[] = [];
  for (const known of await listKnownLanguages(ctx))
    languages.push(describe(known, await listOwnTexts(ctx.db, known.code), await publishedTexts(ctx.db, known.code)));
  return { languages };
}

/**
 * Adds, enables or disables a language. Throws `state_conflict` if the default language would be disabled, and `validation_failed` for an unknown
 * language.
 */
export async function switchLanguage(ctx: UserCtx, code: string, enabled: boolean): Promise<void> {
  const all = await listKnownLanguages(ctx);
  const before = all.find((language) => language.code === code);
  if (before?.is_default && !enabled) throw new AppError('state_conflict', { field: 'lang' });
  if (!before) {
    // Language codes without a display name in their own language are unknown.
    if (ownName(code).toLowerCase() === code.toLowerCase()) throw new AppError('validation_failed', { field: 'lang' });
    if (all.length >= MAX) throw invalid('lang', 'max');
  }
  await setLanguage(ctx.db, code, enabled, ctx.now);
  await recordAudit(ctx, 'language.switch', before ? { code, enabled: before.enabled } : null, { code, enabled });
}

/** Removes a language that was added, and its custom texts. */
export async function removeLanguage(ctx: UserCtx, code: string): Promise<void> {
  const known = await requireKnownLanguage(ctx, code);
  if (!known.added) throw new AppError('state_conflict', { field: 'lang' });
  const { messages } = await publishedTexts(ctx.db, code);
  await deleteLanguage(ctx.db, code);
  await recordAudit(ctx, 'language.remove', { code, messages }, null);
}

export const isInArea = (key: string, area: string): boolean => area === '' || areaOf(key) === area || key.startsWith(`${area}.`);
