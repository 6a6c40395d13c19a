/** Schemas of a theme (docs/specification.md#entities, docs/behaviour/setup.md#theme). */
import { z } from 'zod';
import { addressOrEmpty, day, line, text } from '../fields.ts';
import { THEME_DEFAULTS } from './theme-defaults.ts';

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** Background of the search field. The specification's default is the word `white`; a chosen colour is hexadecimal. */
const searchColour = z.union([colour, z.literal('white')]);

/** External address; '' shows the portal's own text. */
const address = addressOrEmpty(500);

export const BANNER_KINDS = ['info', 'warning'] as const;

/** A message on every page. `from` and `until` are days, both inclusive. */
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

/** Pictures of a theme that administrators can upload. */
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
  /** Sender name of mails; '' uses the product name. */
  senderName: line(60).default(THEME_DEFAULTS.senderName),
  banner: Banner.nullable().default(THEME_DEFAULTS.banner),
  legal: LegalLinks.default(THEME_DEFAULTS.legal),
};

/** A picture as visitors receive it. */
export const Picture = z.object({ href: z.string(), alt: z.string() });

/** A theme as visitors receive it. If `logo` is null, the default logo is shown. */
export const Theme = z.object({ ...own, ...pictures(Picture) });
export type Theme = z.output<typeof Theme>;

/** A picture as stored. `file` is the SHA-256 digest of its content. */
const StoredPicture = z.object({ file: z.string().regex(/^[0-9a-f]{64}$/), alt: text(160) });

/** A theme as administrators edit it. */
export const ThemeSettings = z.object({ ...own, ...pictures(StoredPicture) });
export type ThemeSettings = z.output<typeof ThemeSettings>;
