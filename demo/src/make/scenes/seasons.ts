import {
  circle,
  ease,
  ellipse,
  roundCoordinate,
  group,
  INK,
  label,
  lerp,
  line,
  oklch,
  path,
  rect,
  scatter,
  stroke,
  SUN,
  text,
  times,
  tones,
  type Point,
} from '../studio/draw.ts';
import type { Film, Moment } from '../studio/film.ts';

const orange = tones(44, 1);
const SPACE = oklch(0.24, 0.045, 275);
const OCEAN = oklch(0.6, 0.11, 240);
const LAND = oklch(0.7, 0.13, 146);
const NIGHT = oklch(0.2, 0.04, 275);
const TILT = 23.4;

const stars = (): string =>
  times(60, (i) =>
    circle(
      scatter(i) * 640,
      scatter(i, 1) * 360,
      0.6 + scatter(i, 2) * 1.1,
      'oklch(0.9 0.02 90)',
      `opacity="${roundCoordinate(0.3 + scatter(i, 3) * 0.6)}"`,
    ),
  );

/** Draws the globe. `toSun` is the direction of the sunlight in degrees; the tilt of the axis is the same all year round. */
function earth(x: number, y: number, r: number, toSun: number, tilt: number, spin: number, axis: number): string {
  const id = `globe${Math.round(x)}x${Math.round(y)}`;
  const land = times(6, (i) => {
    const u = (((i / 6 + spin) % 1) + 1) % 1;
    const px = lerp(-r * 1.6, r * 1.6, u);
    return (
      ellipse(px, (scatter(i, 7) - 0.6) * r, r * (0.34 + 0.2 * scatter(i, 1)), r * (0.3 + 0.22 * scatter(i, 2)), LAND) +
      ellipse(px + r * 0.2, (scatter(i, 7) - 0.3) * r + r * 0.45, r * 0.2, r * 0.3, LAND)
    );
  });
  const ice = ellipse(0, -r, r * 0.55, r * 0.2, 'oklch(0.97 0.01 230)') + ellipse(0, r, r * 0.5, r * 0.18, 'oklch(0.97 0.01 230)');
  const equator = ellipse(
    0,
    0,
    r,
    r * 0.12,
    'none',
    `stroke="${INK}" stroke-opacity="0.45" stroke-width="${roundCoordinate(Math.max(1, r / 40))}" stroke-dasharray="${roundCoordinate(r / 9)} ${roundCoordinate(r / 12)}"`,
  );
  const pole = line([0, -r * 1.38], [0, r * 1.38], oklch(0.93, 0.03, 85), Math.max(1.6, r / 28), `opacity="${roundCoordinate(axis)}"`);
  const shade = group(
    path(
      `M0 ${roundCoordinate(-r - 1)}A${roundCoordinate(r + 1)} ${roundCoordinate(r + 1)} 0 0 0 0 ${roundCoordinate(r + 1)}z`,
      NIGHT,
      'opacity="0.66"',
    ),
    { rotate: toSun },
  );
  const globe = `<clipPath id="${id}"><circle r="${roundCoordinate(r)}"/></clipPath><g clip-path="url(#${id})">${circle(0, 0, r, OCEAN)}${group(land + ice + equator, { rotate: tilt })}${shade}</g>`;
  return group(group(pole, { rotate: tilt }) + globe, { x, y });
}

const CENTER: Point = [320, 172];
const pointAt = (angle: number): Point => [CENTER[0] + 238 * Math.cos(angle), CENTER[1] + 96 * Math.sin(angle)];

const sun = (t: number, x: number, y: number, r: number): string =>
  circle(x, y, r * 1.5 + 3 * Math.sin(t * 1.6), SUN, 'opacity="0.22"') +
  circle(x, y, r * 1.22, SUN, 'opacity="0.4"') +
  circle(x, y, r, SUN);

function orbit(at: Moment): string {
  // The earth starts in June, on the left, where the northern hemisphere is tilted towards the sun. It completes a slow year, then a second one with
  // labels.
  const year = at.since('start') > 0 ? at.rise('bahn', 0, 7) + at.rise('jahr', 0, 9) : 0;
  const angle = Math.PI - year * Math.PI * 2;
  const [x, y] = pointAt(angle);
  const light = (Math.atan2(CENTER[1] - y, CENTER[0] - x) * 180) / Math.PI;
  const depth = 1 + 0.22 * ((y - CENTER[1]) / 96);
  const globe = earth(x, y, 25 * depth, light, TILT, at.t * 0.3, at.rise('achse', 0, 0.6));
  const ring = ellipse(
    CENTER[0],
    CENTER[1],
    238,
    96,
    'none',
    'stroke="oklch(0.6 0.05 275)" stroke-width="2" stroke-dasharray="3 7" stroke-linecap="round"',
  );
  const behind = y < CENTER[1];
  const star = sun(at.t, CENTER[0], CENTER[1], 40);
  const named = (angleAt: number, s: string, date: string, dx: number, dy: number, k: number): string => {
    const [px, py] = pointAt(angleAt);
    return group(
      text(dx, dy, s, { size: 18, weight: 700, fill: 'oklch(0.93 0.07 85)' }) +
        text(dx, dy + 20, date, { size: 16, weight: 500, fill: 'oklch(0.85 0.03 270)' }) +
        circle(0, 0, 5, 'oklch(0.93 0.07 85)'),
      { x: px, y: py, opacity: at.rise('jahr', 0.5 + k * 2.1) },
    );
  };
  const names =
    named(Math.PI, 'Sommer', '21. Juni', 0, 58, 0) +
    named(Math.PI / 2, 'Herbst', '23. September', 0, 26, 1) +
    named(0, 'Winter', '21. Dezember', 0, 58, 2) +
    named(-Math.PI / 2, 'Frühling', '20. März', 0, -34, 3);
  const lean = label(CENTER[0] - 90, 316, 'Die Achse ist um 23,4° geneigt', at.stay('achse', 'sommer', 0.8), [x + 8, y + 28]);
  return rect(0, 0, 640, 360, SPACE) + stars() + ring + (behind ? globe + star : star + globe) + names + lean;
}

/** Draws a close-up of the earth with the angle at which sunlight reaches the northern hemisphere. */
function close(at: Moment, summer: boolean): string {
  const id = summer ? 'sommer' : 'winter';
  const shown = at.rise(id, 0, 0.9);
  const r = 104;
  const side = summer ? -1 : 1;
  const x = 320 + side * 96;
  const y = 178;
  const toSun = summer ? 0 : 180;
  const rays = times(8, (i) => {
    const py = y - 91 + i * 26;
    const reach = Math.sqrt(Math.max(0, r * r - (py - y) ** 2));
    const end = x - side * reach;
    const from = summer ? 640 : 0;
    const d = `M${from} ${roundCoordinate(py)}H${roundCoordinate(lerp(from, end - side * 4, ease((at.since(id) - 0.4) / 1.2)))}`;
    return stroke(d, SUN, 4, `stroke-dasharray="18 12" stroke-dashoffset="${roundCoordinate(-((at.t * 50) % 30))}"`);
  });
  const lat = (50 * Math.PI) / 180;
  const tilt = (TILT * Math.PI) / 180;
  // Position at latitude 50° north on the sunlit side of the tilted globe.
  const turn = summer ? tilt : -tilt;
  const home: Point = [x - side * r * Math.cos(lat - turn), y - r * Math.sin(lat - turn)];
  const out: Point = [home[0] + (home[0] - x) * 0.32, home[1] + (home[1] - y) * 0.32];
  const marker =
    line(home, out, 'oklch(0.7 0.2 25)', 4) + circle(home[0], home[1], 6, 'oklch(0.7 0.2 25)', 'stroke="#fff" stroke-width="2"');
  const big = circle(summer ? 690 : -50, y, 108, SUN) + circle(summer ? 690 : -50, y, 130, SUN, 'opacity="0.3"');
  const info = group(
    text(0, 0, summer ? 'steile Strahlen' : 'flache Strahlen', { size: 22, weight: 700, fill: 'oklch(0.93 0.07 85)' }) +
      text(0, 28, summer ? 'lange Tage' : 'kurze Tage', { size: 18, weight: 500, fill: 'oklch(0.88 0.03 270)' }),
    { x: summer ? 480 : 160, y: 302, opacity: at.rise(id, 2.4) },
  );
  const here = label(summer ? 430 : 300, 44, 'Hier leben wir', at.rise(id, 1.2), out);
  return group(rect(0, 0, 640, 360, SPACE) + stars() + big + rays + earth(x, y, r, toSun, TILT, at.t * 0.03, 1) + marker + here + info, {
    opacity: shown,
  });
}

function south(at: Moment): string {
  const shown = at.rise('sued', -0.3, 0.7);
  if (shown <= 0) return '';
  const half = (y: number, s: string, more: string, fill: string, delay: number): string =>
    group(rect(0, 0, 232, 76, fill, 12) + text(116, 32, s, { size: 19, weight: 700 }) + text(116, 58, more, { size: 19, weight: 500 }), {
      x: 372,
      y,
      opacity: at.rise('sued', delay),
    });
  return group(
    rect(0, 0, 640, 360, SPACE) +
      stars() +
      earth(200, 180, 112, 180, TILT, at.t * 0.03, 1) +
      half(82, 'Nordhalbkugel', 'Winter', oklch(0.88, 0.05, 235), 0.6) +
      half(196, 'Südhalbkugel', 'Sommer', oklch(0.88, 0.1, 85), 1.4),
    { opacity: shown },
  );
}

export const seasonsFilm: Film = {
  key: 'jahreszeiten',
  title: 'Warum gibt es Jahreszeiten?',
  subtitle: 'Die schiefe Achse der Erde und ihr Weg um die Sonne',
  text: 'Im Sommer ist die Erde näher an der Sonne? Viele glauben das, und es ist falsch. Der Film zeigt, worauf es ankommt: auf die Neigung der Erdachse.\n\nErst umrundet die Erde die Sonne, dann schauen wir im Juni und im Dezember aus der Nähe nach, wie steil das Licht bei uns ankommt.\n\nAbstände und Größen sind nicht maßstäblich; das eignet sich als Gesprächsanlass.',
  subjects: ['2200201', '2801020'],
  grades: ['A(4)', 'A(5)', 'A(6)', 'A(7)'],
  keywords: ['Jahreszeiten', 'Erdachse', 'Sonne', 'Sommer', 'Winter', 'Umlaufbahn', 'Einfallswinkel'],
  language: ['de'],
  producer: 'Sonnwald Lernmedien',
  year: 2025,
  subject: 'Geografie',
  tones: orange,
  spoken: 'de',
  voice: { name: 'de', speed: 147, pitch: 40 },
  poster: ['sommer', 4.4],
  chapters: [
    {
      title: 'Die Reise um die Sonne',
      lines: [
        {
          id: 'start',
          de: 'Im Sommer ist es warm, im Winter kalt. Aber warum?',
          en: 'In summer it is warm, in winter it is cold. But why?',
        },
        { id: 'bahn', de: 'Die Erde wandert in einem Jahr einmal um die Sonne.', en: 'In one year the earth travels once around the sun.' },
        {
          id: 'achse',
          de: 'Dabei steht sie schief: Ihre Achse zeigt immer in dieselbe Richtung.',
          en: 'It is tilted: its axis always points in the same direction.',
        },
      ],
    },
    {
      title: 'Sommer und Winter',
      lines: [
        {
          id: 'sommer',
          de: 'Im Juni neigt sich der Norden zur Sonne. Das Licht trifft uns steil und wärmt stark.',
          en: 'In June the north leans towards the sun. The light hits us steeply and warms strongly.',
        },
        {
          id: 'winter',
          de: 'Im Dezember neigt er sich von ihr weg. Das Licht kommt flach an und wärmt wenig.',
          en: 'In December it leans away. The light arrives at a low angle and warms only a little.',
        },
        {
          id: 'sued',
          de: 'Auf der Südhalbkugel ist es genau umgekehrt.',
          en: 'In the southern hemisphere it is exactly the other way round.',
        },
      ],
    },
    {
      title: 'Vier Jahreszeiten',
      lines: [
        {
          id: 'jahr',
          de: 'Sommer, Herbst, Winter und Frühling: So wechseln sie sich ab, Jahr für Jahr.',
          en: 'Summer, autumn, winter and spring: so they take turns, year after year.',
        },
        {
          id: 'ende',
          de: 'Nicht die Nähe zur Sonne macht die Jahreszeiten, sondern die schiefe Achse.',
          en: 'It is not the distance from the sun that makes the seasons, but the tilted axis.',
          rest: 0,
        },
      ],
    },
  ],
  draw(at) {
    const back = at.rise('jahr', -0.4, 0.7);
    if (at.since('sommer') < 0 || back >= 1) return orbit(at);
    const winter = at.since('winter') > 0;
    const under = at.since('sommer') < 1 ? orbit(at) : '';
    return (
      under +
      (at.since('winter') < 1 ? close(at, true) : '') +
      (winter ? close(at, false) : '') +
      south(at) +
      (back > 0 ? group(orbit(at), { opacity: back }) : '')
    );
  },
};
