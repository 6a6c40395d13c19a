import { circle, ease, roundCoordinate, group, INK, line, PAPER, path, rect, svg, SUN, text, times, widthOf, clamp } from './draw.ts';
import { CHAPTER_PAUSE, momentOf, TITLE_SECONDS, type Film, type Timeline } from './film.ts';

/** Draws the frame at time `t`: the scene with the chapter's title, the title card before it, and the fade-out at the end. */
export function frameOf(film: Film, timeline: Timeline, t: number): string {
  const leaving = ease((t - (TITLE_SECONDS - 0.75)) / 0.7);
  const scene = leaving > 0 ? film.draw(momentOf(timeline, t)) + heading(film, timeline, t) : '';
  const card = leaving < 1 ? group(titleCard(film, t), { x: -640 * leaving }) : '';
  const end = ease((t - (timeline.duration - 0.8)) / 0.7);
  const veil = end > 0 ? `<rect width="640" height="360" fill="${film.tones.night}" opacity="${roundCoordinate(end)}"/>` : '';
  return svg(`<rect width="640" height="360" fill="${PAPER}"/>${scene}${card}${veil}`);
}

function heading(film: Film, timeline: Timeline, t: number): string {
  let n = 0;
  timeline.chapterStarts.forEach((start, i) => {
    if (t >= start) n = i;
  });
  const start = n === 0 ? TITLE_SECONDS - 0.3 : (timeline.chapterStarts[n] ?? 0) + CHAPTER_PAUSE * 0.3;
  const shown = ease((t - start) / 0.6);
  const title = film.chapters[n]?.title ?? '';
  const w = widthOf(title, 16) + 46;
  const badge = circle(15, 15, 15, film.tones.deep) + text(15, 20.5, String(n + 1), { size: 16, fill: film.tones.pale, weight: 700 });
  return group(rect(0, 0, w, 30, PAPER, 15, 'opacity="0.92"') + badge + text(38, 20.5, title, { size: 16, anchor: 'start', fill: INK }), {
    x: 14 - 12 * (1 - shown),
    y: 14,
    opacity: shown,
  });
}

function titleCard(film: Film, t: number): string {
  const c = film.tones;
  const grow = (delay: number): number => ease((t - delay) / 0.9);
  const rings = [c.soft, c.main, c.strong, c.deep];
  const arcs = times(4, (i) => circle(640, 360, (300 - i * 66) * grow(0.08 * i), rings[i]!));
  const sun = circle(640, 360, 46 * grow(0.4), SUN) + circle(560, 62, 22 * grow(0.55), SUN);
  const words = linesOf(film.title, 19);
  const top = 178 - (words.length - 1) * 24;
  const title = words.map((row, i) =>
    group(text(0, 0, row, { size: 44, weight: 700, anchor: 'start', fill: INK }), { x: 44, y: top + i * 50, opacity: clamp(grow(0.1)) }),
  );
  const tagWidth = widthOf(film.subject, 16) + 30;
  const tag = rect(44, top - 78, tagWidth, 28, c.deep, 14) + text(44 + tagWidth / 2, top - 58.5, film.subject, { size: 16, fill: c.pale });
  const rule = line([46, top + words.length * 50 - 20], [46 + 90 * grow(0.3), top + words.length * 50 - 20], c.strong, 4);
  const by = text(44, top + words.length * 50 + 14, film.producer, {
    size: 16,
    weight: 500,
    anchor: 'start',
    fill: 'oklch(0.45 0.02 258)',
  });
  return path('M0 0H640V360H0z', c.pale) + arcs + sun + tag + title.join('') + rule + by;
}

function linesOf(title: string, max: number): string[] {
  const rows: string[] = [];
  for (const word of title.split(' ')) {
    const row = rows.at(-1);
    if (row !== undefined && `${row} ${word}`.length <= max) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(word);
  }
  return rows;
}
