import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@fundus/contract/errors';
import { languageOf, Messages } from '@fundus/contract/locale';
import { setup } from '@fundus/contract/setup';
import { Theme } from '@fundus/contract/theme';
import type { Handlers } from '../../http/implement.ts';

const FOLDER = join(import.meta.dirname, '../../../../contract/messages');
const defaults = new Map<string, Messages>(
  ['de', 'en'].map((language) => [language, Messages.parse(JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')))]),
);

/** A language in its own words: "Deutsch", "English". */
const ownName = (code: string): string => {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
};

const art = (name: string) => ({
  headers: {
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=60',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  },
  body: readFileSync(join(import.meta.dirname, `${name}.svg`)),
});

export const handlers: Handlers<typeof setup> = {
  config: ({ config, demo }) => ({ ...config, demo }),
  locales: ({ config }) => ({ locales: config.Locales.map((code) => ({ code, name: ownName(code) })) }),
  locale: ({ config }, { params: { lang } }) => {
    if (!config.Locales.includes(lang) && !defaults.has(languageOf(lang))) throw new AppError('not_found', { field: 'lang' });
    return { locale: lang, default: defaults.get(languageOf(lang)) ?? {}, custom: {} };
  },
  theme: () => Theme.parse({}),
  logo: () => art('logo'),
  logoFooter: () => art('logo'),
  illustration: () => art('illustration'),
};
