/** Frontend configuration (docs/behaviour/setup.md#configuration), read from `PORTAL_CONFIG`, served at `/api/v1/config/frontend`. */
import { z } from 'zod';
import { locale, monthAndDay, text } from './fields.ts';
import { OWN_LANGUAGES } from './locale.ts';
import { PORTAL_TYPES, traitsOf } from './portal-types.ts';

const off = z.boolean().default(false);
const on = z.boolean().default(true);
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default('');

export const FrontendConfig = z.strictObject({
  Type: z.enum(PORTAL_TYPES).default(''),
  cards: z
    .strictObject({
      title_field: z.enum(['fn_titel', 'fn_kurztext', 'fn_prodname']).default('fn_titel'),
      subtitle_field: z.enum(['fn_titel', 'fn_kurztext', 'fn_prodname']).default('fn_kurztext'),
    })
    .default({ title_field: 'fn_titel', subtitle_field: 'fn_kurztext' }),
  DisableTrending: off,
  Verleih: off,
  GeraeteVerleih: off,
  Katalog: on,
  DisableSearch: off,
  AllowRegister: off,
  LoginSchulnummer: off,
  LoginEntleiherCode: off,
  VectorSearch: off,
  ExternSearch: off,
  SearchNotLoggedIn: off,
  DisableSequences: off,
  AllowReturns: off,
  PrivateMedialists: off,
  /** Languages offered, in display order. */
  Locales: z
    .array(locale)
    .min(1)
    .default([...OWN_LANGUAGES]),
  LinkToMP: off,
  ShowAnalytics: off,
  /** Teachers may add their own material for their school. */
  OwnMaterial: on,
  /** Other systems and search engines may read the public part of the catalogue (docs/operate/exchange.md). */
  MetadataExport: on,
  /** Learning platforms may also connect by LTI 1.1 with key and secret (docs/operate/lti.md#lti-11). */
  Lti11: off,
  /** Users may receive push notifications while the portal is closed (docs/behaviour/mails.md#push-notifications). */
  WebPush: off,
  /** Web addresses of media are checked regularly (docs/behaviour/link-checks.md). */
  LinkCheck: off,
  /** News by authors who only have the capability need a review by another user. */
  NewsReview: off,
  RegisterURL: address,
  PasswordResetURL: address,
  DisableAccountChangePW: off,
  /** docs/specification.md#interpretation-of-gaps-and-contradictions: default `generic` without a Type, `partner` with one. */
  LegalPages: z.enum(['generic', 'partner', 'none']).optional(),
  /** Addresses of the partner's pages, with `LegalPages` 'partner'; an empty address has no link. */
  LegalLinks: z
    .strictObject({ imprint: address, privacy: address, terms: address, contact: address, accessibility: address })
    .default({ imprint: '', privacy: '', terms: '', contact: '', accessibility: '' }),
  /** Name and store addresses of the partner's app, if the Type has one; an empty address is not offered. */
  AppLinks: z
    .strictObject({ name: text(60).default(''), ios: address, android: address, desktop: address })
    .default({ name: '', ios: '', android: '', desktop: '' }),
  /** Address of an external cover service; empty: the portal's own. */
  CoverService: address,
  /** Maximum size of editors' uploads, in megabytes. */
  uploadLimitMB: z.int().min(1).max(1_000_000).default(20_000),
  /** Quota of own material of a teacher and of a school, in megabytes. */
  ownMaterialMB: z.int().min(1).max(1_000_000).default(2_000),
  ownMaterialSchoolMB: z.int().min(1).max(10_000_000).default(50_000),
  licenceGraceDays: z.int().min(0).max(365).default(0),
  /** Days after the end of the school year until learners' work in assignments is removed. */
  resultDays: z.int().min(0).max(90).default(28),
  /** End of the school year as month-day. */
  schoolYearEnd: monthAndDay.default('07-31'),
});

/** Configuration as the operator writes it. */
export type FrontendConfigInput = z.input<typeof FrontendConfig>;
export type FrontendConfig = z.output<typeof FrontendConfig> & { LegalPages: 'generic' | 'partner' | 'none' };

/** The configuration as the client receives it, with `demo`: demo accounts exist, and `first_start`: there is no district yet. */
export const FrontendConfigReply = FrontendConfig.extend({
  LegalPages: z.enum(['generic', 'partner', 'none']),
  demo: z.boolean(),
  first_start: z.boolean(),
});
export type FrontendConfigReply = z.output<typeof FrontendConfigReply>;

/** Returns the configuration with dependent defaults. Throws a ZodError that names every wrong field. */
export function frontendConfig(input: unknown = {}): FrontendConfig {
  const config = FrontendConfig.parse(input);
  return { ...config, LegalPages: config.LegalPages ?? traitsOf(config).legalPages };
}

type Switch = { [K in keyof FrontendConfig]: FrontendConfig[K] extends boolean ? K : never }[keyof FrontendConfig];

/**
 * Switch that opens a screen or an endpoint. `LegalPages` is on if the portal serves its own legal pages, `Search` and `Sequences` unless
 * `DisableSearch` and `DisableSequences` are, `Register` if people register here or at `RegisterURL`.
 */
export type Setting = Switch | 'LegalPages' | 'Search' | 'Sequences' | 'Register' | 'Trending';

export function settingIsOn(setting: Setting, config: FrontendConfig): boolean {
  if (setting === 'LegalPages') return config.LegalPages === 'generic';
  if (setting === 'Register') return config.AllowRegister || config.RegisterURL !== '';
  if (setting === 'Trending') return !config.DisableTrending;
  if (setting === 'Sequences') return !config.DisableSequences;
  return setting === 'Search' ? !config.DisableSearch : config[setting];
}
