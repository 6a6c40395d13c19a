/** Generates the cover of a medium without a picture. Subject, title and media type determine the cover completely. */
import { normalizeText } from '@fundus/contract/unicode';
import { MAIN_SUBJECTS, NEUTRAL_SUBJECT, type MainSubject } from '@fundus/contract/reference/main-subjects';
import sharp from 'sharp';
import { MOTIFS, motifsOf } from './cover-art-motifs.ts';
import { type Mood, palette } from './cover-art-palette.ts';
import { HEIGHT, WIDTH } from './cover-art-shapes.ts';
import { COVER_SYMBOLS } from './cover-symbols.ts';

/** Part of the cache key. If the number changes, all covers are drawn again. */
export const COVER_EDITION = 1749;

/** Moods to choose from. Dark covers are as frequent as pale ones, and soft ones are rare. */
const MOOD_DICE: readonly Mood[] = ['day', 'day', 'noon', 'night', 'night'];

type CoverInput = {
  title: string;
  /** A main subject or its key. For an unknown key, the neutral subject is drawn. */
  subject: MainSubject | string;
  /** Code of the media type (`fn_typ`). Books, devices and other carriers have motifs of their own. */
  fn_typ?: string;
  /** Name of a symbol in `cover-symbols.ts`. The default is the symbol of the subject. */
  symbol?: string;
};

/**
 * Returns the cover as an SVG of 400 × 226 pixels. It has no fonts, gradients or ids, so that it can be inlined and rasterized. The SVG does not
 * contain the title.
 */
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

/** Renders a cover as WebP with 400 × 226 pixels or twice that size. The files have about 5 and 10 kB. Lossless files would be 50 % larger. */
export function drawCover(svg: string, scale: 1 | 2): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 72 * scale })
    .resize(WIDTH * scale, HEIGHT * scale, { fit: 'cover' })
    .webp({ quality: 80, effort: 4 })
    .toBuffer();
}

/** Returns a generator of random numbers in [0, 1) that is seeded with a text (FNV-1a and mulberry32). */
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
