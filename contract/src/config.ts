/** Frontend configuration (docs/behaviour/setup.md#configuration), read from `PORTAL_CONFIG` and served at `/api/v1/config/frontend`. */
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
  /** Codes of the available languages, in display order. */
  Locales: z
    .array(locale)
    .min(1)
    .default([...OWN_LANGUAGES]),
  LinkToMP: off,
  ShowAnalytics: off,
  /** Allows teachers to add their own material for their school. */
  OwnMaterial: on,
  /** Allows other systems and search engines to read the public part of the catalogue (docs/operate/exchange.md). */
  MetadataExport: on,
  /** Allows learning platforms to connect with LTI 1.1, using a key and a secret (docs/operate/lti.md#lti-11). */
  Lti11: off,
  /** Enables push notifications while the portal is closed (docs/behaviour/mails.md#push-notifications). */
  WebPush: off,
  /** Enables regular checks of the web addresses of media (docs/behaviour/link-checks.md). */
  LinkCheck: off,
  /** Requires a review of news whose authors are not administrators. */
  NewsReview: off,
  RegisterURL: address,
  PasswordResetURL: address,
  DisableAccountChangePW: off,
  /**
   * Kind of legal pages. Defaults to `generic` without a Type and to `partner` with one
   * (docs/specification.md#interpretation-of-gaps-and-contradictions).
   */
  LegalPages: z.enum(['generic', 'partner', 'none']).optional(),
  /** URLs of the partner's legal pages, used if `LegalPages` is 'partner'. An empty URL hides the link. */
  LegalLinks: z
    .strictObject({ imprint: address, privacy: address, terms: address, contact: address, accessibility: address })
    .default({ imprint: '', privacy: '', terms: '', contact: '', accessibility: '' }),
  /** Name and store URLs of the partner's app. An empty URL hides the link. */
  AppLinks: z
    .strictObject({ name: text(60).default(''), ios: address, android: address, desktop: address })
    .default({ name: '', ios: '', android: '', desktop: '' }),
  /** URL of an external cover service. If empty, the portal serves the covers. */
  CoverService: address,
  /** Maximum size in megabytes of files that editors upload. */
  uploadLimitMB: z.int().min(1).max(1_000_000).default(20_000),
  /** Maximum size in megabytes of the own material of a teacher, and of a whole school. */
  ownMaterialMB: z.int().min(1).max(1_000_000).default(2_000),
  ownMaterialSchoolMB: z.int().min(1).max(10_000_000).default(50_000),
  licenceGraceDays: z.int().min(0).max(365).default(0),
  /** Number of days after the end of the school year until the work of learners is deleted. */
  resultDays: z.int().min(0).max(90).default(28),
  /** Last day of the school year as month and day. */
  schoolYearEnd: monthAndDay.default('07-31'),
});

/** Configuration as the operator enters it. */
export type FrontendConfigInput = z.input<typeof FrontendConfig>;
export type FrontendConfig = z.output<typeof FrontendConfig> & { LegalPages: 'generic' | 'partner' | 'none' };

/** Configuration as the client receives it. `demo` means that there are demo accounts, and `first_start` that there is no district yet. */
export const FrontendConfigReply = FrontendConfig.extend({
  LegalPages: z.enum(['generic', 'partner', 'none']),
  demo: z.boolean(),
  first_start: z.boolean(),
});
export type FrontendConfigReply = z.output<typeof FrontendConfigReply>;

/** Returns the configuration with all defaults. Throws a `ZodError` that lists every invalid field. */
export function frontendConfig(input: unknown = {}): FrontendConfig {
  const config = FrontendConfig.parse(input);
  return { ...config, LegalPages: config.LegalPages ?? traitsOf(config).legalPages };
}

type Switch = { [K in keyof FrontendConfig]: FrontendConfig[K] extends boolean ? K : never }[keyof FrontendConfig];

/**
 * Setting on which a screen or endpoint depends. `LegalPages` requires the portal's own legal pages, and `Register` a registration here or at
 * `RegisterURL`. `Search`, `Sequences` and `Trending` are on unless they are disabled.
 */
export type Setting = Switch | 'LegalPages' | 'Search' | 'Sequences' | 'Register' | 'Trending';

export function isSettingEnabled(setting: Setting, config: FrontendConfig): boolean {
  if (setting === 'LegalPages') return config.LegalPages === 'generic';
  if (setting === 'Register') return config.AllowRegister || config.RegisterURL !== '';
  if (setting === 'Trending') return !config.DisableTrending;
  if (setting === 'Sequences') return !config.DisableSequences;
  return setting === 'Search' ? !config.DisableSearch : config[setting];
}
