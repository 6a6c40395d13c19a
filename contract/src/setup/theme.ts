/** Theme fields (docs/specification.md#entities, docs/behaviour/setup.md#theme). */
import { z } from 'zod';
import { addressOrEmpty, day, line, text } from '../fields.ts';
import { THEME_DEFAULTS } from './theme-defaults.ts';

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** `white` is the specification's value; any colour once chosen. */
const searchColour = z.union([colour, z.literal('white')]);

/** External address, or empty for the portal's own text. */
const address = addressOrEmpty(500);

export const BANNER_KINDS = ['info', 'warning'] as const;

/** A message on every page; `from` and `until` are days, inclusive. */
export const Banner = z.object({
  text: text(200).min(1),
  kind: z.enum(BANNER_KINDS),
  from: day.nullable(),
  until: day.nullable(),
  link: address,
});
export type Banner = z.output<typeof Banner>;

export const LEGAL_LINKS = ['imprint', 'privacy', 'terms', 'accessibility'] as const;
export const LegalLinks = z.object({ imprint: address, privacy: address, terms: address, accessibility: address });

/** Places of the administrator's pictures. */
export const PICTURE_SLOTS = ['logo', 'logo_footer', 'illustration'] as const;
export type PictureSlot = (typeof PICTURE_SLOTS)[number];

/** Maximum size of a picture in bytes (docs/behaviour/setup.md#pictures). */
export const PICTURE_BYTES = 1_500_000;

const pictures = <S extends z.ZodType>(picture: S) => ({
  logo: picture.nullable().default(null),
  logo_footer: picture.nullable().default(null),
  illustration: picture.nullable().default(null),
});

const own = {
  primaryColor: colour.default(THEME_DEFAULTS.primaryColor),
  linkColor: colour.default(THEME_DEFAULTS.linkColor),
  searchBackgroundColor: searchColour.default(THEME_DEFAULTS.searchBackgroundColor),
  logoName: z.string().max(160).default(THEME_DEFAULTS.logoName),
  productName: line(40).min(1).default(THEME_DEFAULTS.productName),
  /** Sender name of mails; empty: the product name. */
  senderName: line(60).default(THEME_DEFAULTS.senderName),
  banner: Banner.nullable().default(THEME_DEFAULTS.banner),
  legal: LegalLinks.default(THEME_DEFAULTS.legal),
};

/** Public view of a picture: address and alternative text. */
export const Picture = z.object({ href: z.string(), alt: z.string() });

/** Public view of a theme. With `logo` null, the portal's own logo is shown. */
export const Theme = z.object({ ...own, ...pictures(Picture) });
export type Theme = z.output<typeof Theme>;

/** Stored picture: the file is named by the digest of its bytes. */
const StoredPicture = z.object({ file: z.string().regex(/^[0-9a-f]{64}$/), alt: text(160) });

/** Theme as the administrator edits it. */
export const ThemeSettings = z.object({ ...own, ...pictures(StoredPicture) });
export type ThemeSettings = z.output<typeof ThemeSettings>;
