/** Colours of generated covers. A palette is a ramp of one hue with common lightness values in OKLCH, in one of three moods. */

/** Brightness of the background, which is pale, soft or dark. */
export const MOODS = ['day', 'noon', 'night'] as const;
export type Mood = (typeof MOODS)[number];

export type Palette = {
  pale: string;
  soft: string;
  main: string;
  strong: string;
  deep: string;
  night: string;
  /** Accent colour, which is warm for cool hues and pale for warm hues. */
  spot: string;
  ground: string;
  /** Four tones that contrast with the background, from light to strong. */
  ink: readonly [string, string, string, string];
};

/** Rotates a hue towards `to` by at most `by` degrees, along the shorter arc. */
const lean = (from: number, to: number, by: number): number => {
  const turn = ((to - from + 540) % 360) - 180;
  return from + Math.sign(turn) * Math.min(Math.abs(turn), by);
};

/** Returns the colours for a hue in degrees and a chroma factor. Light tones are shifted towards yellow, dark tones towards blue. */
export function palette(hue: number, chroma: number, mood: Mood): Palette {
  const tone = (lightness: number, c: number, h: number): string => oklch(lightness, c * chroma, h);
  const up = lean(hue, 90, 26);
  const down = lean(hue, 300, 24);
  const [pale, soft, main] = [tone(0.95, 0.035, up), tone(0.85, 0.085, up), tone(0.69, 0.14, hue)];
  const [strong, deep, night] = [tone(0.54, 0.135, hue), tone(0.35, 0.085, down), tone(0.28, 0.065, down)];
  const spot = hue > 110 && hue < 300 ? oklch(0.84, 0.12, 78) : oklch(0.93, 0.055, 88);
  const ramp = { pale, soft, main, strong, deep, night, spot };
  if (mood === 'day') return { ...ramp, ground: pale, ink: [soft, main, strong, deep] };
  if (mood === 'noon') return { ...ramp, ground: soft, ink: [pale, main, strong, deep] };
  return { ...ramp, ground: night, ink: [strong, main, soft, deep] };
}

/** Converts a colour from OKLCH to `#rrggbb`, clipped to sRGB. Uses the matrices of Björn Ottosson's OKLab. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const turn = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(turn);
  const b = chroma * Math.sin(turn);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return `#${[
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
    .map(hexOf)
    .join('')}`;
}

const hexOf = (linear: number): string => {
  const v = Math.min(1, Math.max(0, linear));
  const encoded = v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
};
