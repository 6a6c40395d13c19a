/** Theme fields and defaults; contrast and hover colour (spec §3, §5, §9). */
import { z } from 'zod';

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/);

export const Theme = z.object({
  primaryColor: colour.default('#0061c0'),
  linkColor: colour.default('#0061c0'),
  /** `white` in the specification's words; a colour once chosen. */
  searchBackgroundColor: z.union([colour, z.literal('white')]).default('white'),
  logoName: z.string().max(160).default(''),
  productName: z.string().max(40).default('Fundus'),
});
export type Theme = z.output<typeof Theme>;

type Rgb = readonly [number, number, number];

const rgb = (hex: string): Rgb => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as unknown as Rgb;

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = rgb(hex).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever reads better on the colour. */
export const textOn = (hex: string): '#000000' | '#ffffff' =>
  contrast(hex, '#ffffff') >= contrast(hex, '#000000') ? '#ffffff' : '#000000';

/** The colour with its HSL lightness lowered by 15 points (design.md §9). */
export function hoverColour(hex: string): string {
  const [r, g, b] = rgb(hex).map((channel) => channel / 255) as unknown as Rgb;
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const lightness = (max + min) / 2;
  const spread = max - min;
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * lightness - 1));
  const hue = spread === 0 ? 0 : max === r ? ((g - b) / spread + 6) % 6 : max === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  return fromHsl(hue, saturation, Math.max(0, lightness - 0.15));
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation;
  const channel = (offset: number): string => {
    const k = (offset + hue * 2) % 12;
    const value = lightness - (chroma / 2) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    // The sliver keeps an exact half from falling to either side by the noise of the arithmetic.
    return Math.round(value * 255 + 1e-6)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
