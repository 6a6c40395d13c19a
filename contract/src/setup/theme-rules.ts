/** Contrast and derived colours of a theme (docs/specification.md#constants). Imports no schemas, because every page loads this file. */
import type { Banner, Theme } from './theme.ts';

/** Returns the background colour of the search field in the light colour scheme. */
const searchColourOf = (theme: Pick<Theme, 'searchBackgroundColor'>): string =>
  theme.searchBackgroundColor === 'white' ? '#ffffff' : theme.searchBackgroundColor;

/** Returns whether a banner is shown on an ISO day, such as `2026-11-20`. */
export const isBannerActive = (banner: Banner | null, day: string): banner is Banner =>
  banner !== null && (banner.from === null || banner.from <= day) && (banner.until === null || day <= banner.until);

type Rgb = readonly [number, number, number];

const rgb = (hex: string): Rgb => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as unknown as Rgb;

/** Returns the relative luminance of a colour as defined by WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = rgb(hex).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast ratio of two colours, from 1 to 21, as defined by WCAG 2.2. */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Returns black or white, depending on which has more contrast with the colour. */
export const textOn = (hex: string): '#000000' | '#ffffff' =>
  contrast(hex, '#ffffff') >= contrast(hex, '#000000') ? '#ffffff' : '#000000';

/** Returns the colour with its HSL lightness lowered by 15 points (docs/specification.md#interpretation-of-gaps-and-contradictions). */
export function hoverColour(hex: string): string {
  const { hue, saturation, lightness } = hsl(hex);
  return fromHsl(hue, saturation, Math.max(0, lightness - 0.15));
}

export type ColourCheck = {
  name: 'textOnPrimary' | 'primaryAsBorder' | 'linkOnWhite' | 'linkOnSearch';
  /** Theme setting that must be changed if the check fails. */
  field: 'primaryColor' | 'linkColor';
  ratio: number;
  wanted: number;
  ok: boolean;
  /** Nearest colour that passes the check; null if the check passes or there is no such colour. */
  offer: string | null;
};

/**
 * Checks the contrasts that docs/behaviour/setup.md#contrast requires. For a failing link colour, it offers a colour that passes on white and on the
 * search background.
 */
export function checkColours(theme: Pick<Theme, 'primaryColor' | 'linkColor' | 'searchBackgroundColor'>): ColourCheck[] {
  const { primaryColor, linkColor } = theme;
  const search = searchColourOf(theme);
  const check = (name: ColourCheck['name'], field: ColourCheck['field'], on: string, wanted: number, grounds: string[]): ColourCheck => {
    const colour = theme[field];
    const ratio = contrast(colour, on);
    return {
      name,
      field,
      ratio,
      wanted,
      ok: ratio >= wanted,
      offer: ratio >= wanted ? null : nearestColourWithContrast(colour, grounds, wanted),
    };
  };
  return [
    check('textOnPrimary', 'primaryColor', textOn(primaryColor), 4.5, [textOn(primaryColor)]),
    check('primaryAsBorder', 'primaryColor', '#ffffff', 3, ['#ffffff']),
    check('linkOnWhite', 'linkColor', '#ffffff', 4.5, ['#ffffff', search]),
    check('linkOnSearch', 'linkColor', search, 4.5, contrast(linkColor, '#ffffff') >= 4.5 ? [search, '#ffffff'] : [search]),
  ];
}

/**
 * Returns the colour of the same hue and the most similar lightness that has the wanted contrast on all backgrounds. If there is none, only the first
 * background counts. Returns null if no colour passes.
 */
export function nearestColourWithContrast(hex: string, grounds: readonly string[], wanted: number): string | null {
  const { hue, saturation, lightness } = hsl(hex);
  for (const all of [grounds, grounds.slice(0, 1)])
    for (let step = 0; step <= 200; step++)
      for (const next of [lightness - step / 200, lightness + step / 200]) {
        if (next < 0 || next > 1) continue;
        const colour = fromHsl(hue, saturation, next);
        if (all.every((ground) => contrast(colour, ground) >= wanted)) return colour;
      }
  return null;
}

function hsl(hex: string): { hue: number; saturation: number; lightness: number } {
  const [r, g, b] = rgb(hex).map((channel) => channel / 255) as unknown as Rgb;
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const lightness = (max + min) / 2;
  const spread = max - min;
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * lightness - 1));
  const hue = spread === 0 ? 0 : max === r ? ((g - b) / spread + 6) % 6 : max === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  return { hue, saturation, lightness };
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation;
  const channel = (offset: number): string => {
    const k = (offset + hue * 2) % 12;
    const value = lightness - (chroma / 2) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    // The epsilon makes exact halves round up despite floating-point errors.
    return Math.round(value * 255 + 1e-6)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
