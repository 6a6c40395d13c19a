/** Generated cover of a medium without a picture: deterministic by subject, title and media type. */
import { normalizeText } from '@fundus/contract/unicode';
import { MAIN_SUBJECTS, NEUTRAL_SUBJECT, type MainSubject } from '@fundus/contract/reference/main-subjects';
import sharp from 'sharp';
import { MOTIFS, motifsOf } from './cover-art-motifs.ts';
import { type Mood, palette } from './cover-art-palette.ts';
import { HEIGHT, WIDTH } from './cover-art-shapes.ts';
import { COVER_SYMBOLS } from './cover-symbols.ts';

/** Part of the cache key; changing the number redraws all covers. */
export const COVER_EDITION = 1749;

/** Dark covers are as frequent as pale ones, with few in between. */
const MOOD_DICE: readonly Mood[] = ['day', 'day', 'noon', 'night', 'night'];

type CoverInput = {
  title: string;
  /** A main subject or its key; an unknown key is drawn as the neutral subject. */
  subject: MainSubject | string;
  /** Media type code (fn_typ): books, devices and other carriers have their own motifs. */
  fn_typ?: string;
  /** Name of another lucide symbol of `cover-symbols.ts`; defaults to the symbol of the subject. */
  symbol?: string;
};

/** Returns a 400 × 226 SVG without fonts, gradients or ids, safe inline, as a file and for rasterisers. It does not contain the title. */
export function coverSvg({ title, subject, fn_typ, symbol }: CoverInput): string {
  const main = typeof subject === 'string' ? (MAIN_SUBJECTS.find(({ key }) => key === subject) ?? NEUTRAL_SUBJECT) : subject;
  const rnd = dice(`${COVER_EDITION}${main.key}${normalizeText(title).trim()}`);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(rnd() * list.length)]!;
  const mood = pick(MOOD_DICE);
  const motif = pick(motifsOf(main.key, fn_typ));
  const p = palette(main.hue, main.chroma, mood);
  const picture = MOTIFS[motif]({ p, rnd, pick, num: (from, to) => from + (to - from) * rnd() });
  const turned = rnd() < 0.5 ? ` transform="matrix(-1 0 0 1 ${WIDTH} 0)"` : '';
  const tag =
    `<path d="M0 ${HEIGHT - 58}h58v58H0z" fill="${p.deep}"/><g transform="translate(14 ${HEIGHT - 44}) scale(1.25)" fill="none" ` +
    `stroke="${p.pale}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${COVER_SYMBOLS[symbol ?? main.icon] ?? ''}</g>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `preserveAspectRatio="xMidYMid slice" data-motif="${motif}" data-mood="${mood}">` +
    `<path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="${p.ground}"/><g${turned}>${picture}</g>${tag}</svg>`
  );
}

/** Renders the cover as WebP, 400 × 226 or twice that: about 5 and 10 kB; lossless would be half as large again. */
export function drawCover(svg: string, scale: 1 | 2): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 72 * scale })
    .resize(WIDTH * scale, HEIGHT * scale, { fit: 'cover' })
    .webp({ quality: 80, effort: 4 })
    .toBuffer();
}

/** Returns a generator of numbers in [0, 1) seeded by a text: FNV-1a, then mulberry32. */
function dice(text: string): () => number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
