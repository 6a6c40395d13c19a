import {
  pointAlong,
  arrow,
  circle,
  ease,
  ellipse,
  roundCoordinate,
  group,
  label,
  lerp,
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
import { carbonDioxide, drop, green, oxygen, plant, roots, sugar } from './photosynthesis-parts.ts';

const earth = tones(60, 0.75);
const SKY = 'oklch(0.93 0.035 225)';

function garden(at: Moment): string {
  const glow = 0.5 + 0.5 * Math.sin(at.t * 1.4);
  const light = at.rise('licht', 0.2, 1.2);
  const sun = circle(560, 70, 52 + glow * 5, SUN, 'opacity="0.35"') + circle(560, 70, 36, SUN);
  const rays = times(5, (i) => {
    const from: Point = [528 - i * 3, 84 + i * 9];
    const to: Point = [392 - i * 6, 126 + i * 28];
    const flow = (at.t * 46 + i * 13) % 26;
    return group(
      stroke(
        `M${roundCoordinate(from[0])} ${roundCoordinate(from[1])}L${roundCoordinate(lerp(from[0], to[0], light))} ${roundCoordinate(lerp(from[1], to[1], light))}`,
        SUN,
        5,
        `stroke-dasharray="14 12" stroke-dashoffset="${roundCoordinate(-flow)}"`,
      ),
      { opacity: light },
    );
  });
  const hills =
    path('M0 250Q160 196 330 240T640 214V300H0z', green.soft) + path('M0 276Q190 250 360 274T640 262V300H0z', oklch(0.78, 0.1, 140));
  const ground =
    path('M0 292Q320 282 640 292V360H0z', earth.deep) +
    times(22, (i) => ellipse(scatter(i) * 640, 306 + scatter(i, 1) * 46, 5 + scatter(i, 2) * 7, 3, earth.strong));
  const rising = at.rise('wasser', 0.3, 1);
  const drops = times(7, (i) => {
    const u = (at.t * 0.16 + i / 7) % 1;
    const way: Point[] =
      i % 2
        ? [
            [270, 338],
            [320, 298],
            [320, 200],
            [390, 178],
          ]
        : [
            [372, 340],
            [320, 298],
            [320, 210],
            [252, 190],
          ];
    const [x, y] = pointAlong(way, u);
    return group(drop(x, y, 6.5), { opacity: rising * Math.min(1, u * 6, (1 - u) * 6) });
  });
  const coming = at.rise('gas', 0.3, 1);
  const gases = times(5, (i) => {
    const u = (at.t * 0.13 + i / 5) % 1;
    const [x, y] = pointAlong(
      [
        [20, 110 + i * 22],
        [120, 140 + i * 14],
        [250, 176 + i * 12],
      ],
      u,
    );
    return group(carbonDioxide(x, y + Math.sin(at.t * 2 + i) * 4), { opacity: coming * Math.min(1, u * 5, (1 - u) * 5) });
  });
  const names =
    label(520, 176, 'Licht', light * (1 - at.rise('blatt', 0, 0.4)), [470, 134]) +
    label(452, 292, 'Wasser', rising * (1 - at.rise('blatt', 0, 0.4)), [352, 322]) +
    label(92, 262, 'Kohlenstoffdioxid', coming * (1 - at.rise('blatt', 0, 0.4)), [128, 192]);
  return rect(0, 0, 640, 360, SKY) + sun + rays + hills + ground + roots() + plant(at) + drops + gases + names;
}

/** Draws the inside of a leaf: rows of cells with chloroplasts, one of them enlarged. */
function inside(at: Moment): string {
  const zoom = at.rise('gruen', 0.4, 1.6);
  const cells = times(18, (i) => {
    const x = (i % 6) * 112 - 16;
    const y = Math.floor(i / 6) * 118 + 6;
    const grains = times(5, (k) => {
      const drift = Math.sin(at.t * 0.7 + i + k * 1.7) * 4;
      return group(ellipse(0, 0, 13, 8, green.strong) + ellipse(-2, -1, 8, 3.5, green.main), {
        x: x + 22 + (k % 2) * 46 + drift,
        y: y + 22 + k * 18,
        rotate: (k * 47 + i * 31) % 180,
      });
    });
    return rect(x, y, 104, 110, green.soft, 16, `stroke="${green.main}" stroke-width="5"`) + grains;
  });
  const field = group(rect(-40, -40, 720, 440, green.pale) + cells, {
    x: lerp(0, -160, zoom),
    y: lerp(0, -90, zoom),
    scale: lerp(1, 1.5, zoom),
    opacity: 1,
  });
  const grain = at.rise('gruen', 0.8, 1.2);
  return (
    field +
    group(rect(0, 0, 640, 360, green.pale), { opacity: grain * 0.75 }) +
    group(chloroplast(at), { x: 320, y: 178, scale: Math.max(0.05, grain), opacity: grain })
  );
}

function chloroplast(at: Moment): string {
  const body = ellipse(0, 0, 196, 108, green.strong) + ellipse(0, 0, 184, 97, green.main);
  const pulse = 0.5 + 0.5 * Math.sin(at.t * 2.2);
  const stacks = times(5, (i) =>
    times(4, (k) => rect(-142 + i * 60, -30 + k * 15 + (i % 2) * 14, 46, 11, k % 2 ? green.deep : oklch(0.45, 0.12, 148), 5.5)),
  );
  const shine = at.rise('energie', 0, 1);
  const beams = times(3, (i) => {
    const u = (at.t * 0.7 + i / 3) % 1;
    const x = 190 - u * 150 - i * 30;
    return group(stroke('M0 0L26 -22', SUN, 7), { x, y: -118 + u * 84, opacity: shine * Math.sin(u * Math.PI) });
  });
  const inn = at.rise('energie', 1.2, 1);
  const input = times(3, (i) => {
    const u = (at.t * 0.22 + i / 3) % 1;
    const x = -250 + u * 190;
    return group((i % 2 ? drop(0, 0, 7) : carbonDioxide(0, 0)) + '', { x, y: -30 + i * 30, opacity: inn * Math.sin(u * Math.PI) });
  });
  const out = at.rise('zucker', 0.4, 1);
  const made = times(2, (i) => {
    const u = (at.t * 0.2 + i / 2) % 1;
    return group(sugar(0, 0, 17), { x: 20 + u * 215, y: 44 + i * 6, opacity: out * Math.sin(u * Math.PI), scale: 0.7 + 0.3 * u });
  });
  const free = at.rise('sauerstoff', 0.2, 1);
  const gas = times(3, (i) => {
    const u = (at.t * 0.24 + i / 3) % 1;
    return group(oxygen(0, 0), { x: 40 + u * 200, y: -40 - u * 50 + i * 8, opacity: free * Math.sin(u * Math.PI) });
  });
  const names =
    label(0, 128, 'Blattgrünkorn (Chloroplast)', at.rise('gruen', 1.6) * (1 - at.rise('energie', 0, 0.4))) +
    label(-226, -66, 'Wasser', inn) +
    label(-216, 92, 'Kohlenstoffdioxid', inn) +
    label(214, 104, 'Traubenzucker', out) +
    label(222, -104, 'Sauerstoff', free);
  return group(body, { scale: 1 + 0.006 * pulse }) + stacks + beams + input + made + gas + names;
}

function equation(at: Moment): string {
  const c = green;
  const word = (x: number, y: number, w: number, s: string, formula: string, shown: number): string =>
    group(
      rect(-w / 2, -38, w, 76, c.pale, 12) +
        text(0, -4, s, { size: 19, weight: 700 }) +
        text(0, 23, formula, { size: 17, weight: 500, fill: c.deep }),
      {
        x,
        y: y + 14 * (1 - shown),
        opacity: shown,
      },
    );
  const n = (k: number): number => at.rise('formel', 0.5 + k * 0.7, 0.7);
  const sign = (x: number, s: string, shown: number): string =>
    group(text(0, 8, s, { size: 30, fill: c.pale, weight: 700 }), { x, y: 120, opacity: shown });
  const light = n(2);
  return (
    rect(0, 0, 640, 360, c.night) +
    circle(320, 190, 330 * ease(at.since('formel') / 1.5), c.deep) +
    word(150, 120, 190, 'Kohlenstoffdioxid', '6 CO₂', n(0)) +
    sign(268, '+', n(1)) +
    word(352, 120, 126, 'Wasser', '6 H₂O', n(1)) +
    arrow([320, 168], [320, 222], SUN, 7, light) +
    label(400, 194, 'Licht · Blattgrün', light, undefined, { fill: SUN }) +
    word(214, 266, 170, 'Traubenzucker', 'C₆H₁₂O₆', n(3)) +
    group(text(0, 8, '+', { size: 30, fill: c.pale, weight: 700 }), { x: 324, y: 266, opacity: n(4) }) +
    word(416, 266, 146, 'Sauerstoff', '6 O₂', n(4))
  );
}

export const photosynthesisFilm: Film = {
  key: 'photosynthese',
  title: 'Photosynthese',
  subtitle: 'Wie Pflanzen aus Licht, Luft und Wasser Zucker machen',
  text: 'Eine Pflanze isst nicht und wächst trotzdem. Der Film folgt Licht, Wasser und Kohlenstoffdioxid auf ihrem Weg in das Blatt und schaut in ein einzelnes Blattgrünkorn hinein.\n\nAm Ende steht die Wortgleichung mit den Summenformeln. Sie lässt sich anhalten und im Heft ergänzen.\n\nGeeignet als Einstieg in die Einheit „Grüne Pflanzen“; das Arbeitsblatt nimmt jeden Schritt des Films noch einmal auf.',
  subjects: ['0800401', '0800702'],
  grades: ['A(5)', 'A(6)', 'A(7)', 'A(8)'],
  keywords: ['Photosynthese', 'Blattgrün', 'Chloroplast', 'Pflanze', 'Traubenzucker', 'Sauerstoff', 'Licht'],
  language: ['de'],
  producer: 'Lindenblatt Lernfilm',
  year: 2025,
  subject: 'Biologie',
  tones: green,
  spoken: 'de',
  voice: { name: 'de', speed: 148, pitch: 42 },
  poster: ['gas', 3],
  materials: [
    {
      key: 'arbeitsblatt-photosynthese',
      path: 'arbeitsblatt-photosynthese/arbeitsblatt.pdf',
      label: 'Arbeitsblatt Photosynthese',
      mime: 'application/pdf',
    },
  ],
  chapters: [
    {
      title: 'Was die Pflanze braucht',
      lines: [
        {
          id: 'start',
          de: 'Eine Pflanze isst nichts, und doch wächst sie jeden Tag.',
          en: 'A plant eats nothing, and yet it grows every day.',
        },
        {
          id: 'licht',
          de: 'Dafür braucht sie drei Dinge. Erstens: das Licht der Sonne.',
          en: 'For this it needs three things. First: the light of the sun.',
        },
        {
          id: 'wasser',
          de: 'Zweitens: Wasser. Die Wurzeln saugen es aus dem Boden.',
          en: 'Second: water. The roots draw it from the soil.',
        },
        {
          id: 'gas',
          de: 'Drittens: Kohlenstoffdioxid. Dieses Gas nehmen die Blätter aus der Luft auf.',
          en: 'Third: carbon dioxide. The leaves take this gas from the air.',
        },
      ],
    },
    {
      title: 'Im Inneren des Blattes',
      lines: [
        { id: 'blatt', de: 'Ein Blatt besteht aus vielen kleinen Zellen.', en: 'A leaf is made of many small cells.' },
        {
          id: 'gruen',
          de: 'In ihnen liegen grüne Körner. Sie heißen Chloroplasten.',
          en: 'Inside them lie green grains. They are called chloroplasts.',
        },
        {
          id: 'energie',
          de: 'Mit der Energie des Lichts bauen sie Wasser und Kohlenstoffdioxid um.',
          en: 'With the energy of light they convert water and carbon dioxide.',
        },
        { id: 'zucker', de: 'Es entsteht Traubenzucker. Davon lebt die Pflanze.', en: 'Glucose is made. The plant lives on it.' },
        { id: 'sauerstoff', de: 'Und es wird Sauerstoff frei. Davon leben wir.', en: 'And oxygen is set free. We live on it.' },
      ],
    },
    {
      title: 'Die Gleichung',
      lines: [
        {
          id: 'formel',
          de: 'Zusammengefasst: Aus Kohlenstoffdioxid und Wasser werden mit Licht Traubenzucker und Sauerstoff.',
          en: 'In short: with light, carbon dioxide and water become glucose and oxygen.',
        },
        { id: 'ende', de: 'Das ist die Photosynthese: Leben aus Licht.', en: 'That is photosynthesis: life from light.', rest: 0 },
      ],
    },
  ],
  draw(at) {
    const inner = at.rise('blatt', -0.5, 0.9);
    const last = at.rise('formel', -0.5, 0.8);
    if (last >= 1) return equation(at);
    const outside = inner < 1 ? garden(at) : '';
    const zoomed = outside ? group(outside, { x: -250 * 1.4 * inner, y: -190 * 1.4 * inner, scale: 1 + 1.4 * inner }) : '';
    return zoomed + group(inside(at), { opacity: inner }) + (last > 0 ? group(equation(at), { opacity: last }) : '');
  },
};
