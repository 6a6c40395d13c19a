import {
  pointAlong,
  arrow,
  circle,
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
  times,
  tones,
  type Point,
} from '../studio/draw.ts';
import type { Film, Moment } from '../studio/film.ts';

const teal = tones(222, 0.9);
const green = tones(140, 0.8);
const SEA = oklch(0.62, 0.11, 238);
const DEEP = oklch(0.5, 0.11, 245);
const SKY = oklch(0.92, 0.035, 225);
const CLOUD = oklch(0.985, 0.008, 230);
const RAINY = oklch(0.76, 0.035, 250);
const SOIL = oklch(0.62, 0.075, 62);
const ROCK = oklch(0.5, 0.04, 70);

const mix = (a: string, b: string, n: number): string => `color-mix(in oklab, ${b} ${roundCoordinate(n * 100)}%, ${a})`;

function cloud(x: number, y: number, size: number, grey: number, shown: number): string {
  const fill = mix(CLOUD, RAINY, grey);
  const low = mix(RAINY, oklch(0.62, 0.04, 255), grey);
  const puffs: readonly [number, number, number][] = [
    [-46, 8, 24],
    [-18, -10, 32],
    [20, -6, 30],
    [48, 8, 22],
    [0, 10, 30],
  ];
  return group(
    puffs.map(([px, py, r]) => circle(px, py + 5, r, low)).join('') + puffs.map(([px, py, r]) => circle(px, py, r, fill)).join(''),
    { x, y, scale: size * (0.6 + 0.4 * shown), opacity: shown },
  );
}

const RIVER: readonly Point[] = [
  [520, 150],
  [506, 176],
  [478, 190],
  [452, 204],
  [408, 214],
  [372, 226],
  [330, 238],
  [284, 246],
  [250, 250],
];
const SPRING: readonly Point[] = [
  [570, 180],
  [540, 236],
  [470, 274],
  [380, 288],
  [300, 286],
  [230, 276],
];

function land(at: Moment): string {
  const mountains =
    path('M372 236L470 120L508 160L560 84L640 190V260H372z', oklch(0.56, 0.06, 262)) +
    path('M560 84L640 190V260H540z', oklch(0.47, 0.06, 268)) +
    path('M536 115L560 84L588 121L572 132L560 120L548 132z', CLOUD);
  const hills =
    path('M250 250Q380 190 470 196T640 184V360H220z', green.main) + path('M240 254Q400 222 500 236T640 230V360H220z', green.strong);
  const soil = path('M232 262Q420 240 640 254V360H212z', SOIL) + path('M190 330Q420 292 640 318V360H190z', ROCK);
  const trees = times(7, (i) => {
    const x = 382 + i * 38 + scatter(i) * 16;
    const y = 232 + scatter(i, 2) * 12;
    return (
      rect(x - 2, y - 4, 4, 14, oklch(0.4, 0.06, 50)) +
      circle(x, y - 14, 10 + scatter(i, 1) * 5, i % 2 ? green.deep : 'oklch(0.45 0.11 150)')
    );
  });
  const flow = (at.t * 26) % 24;
  const d = RIVER.map((p, i) => `${i ? 'L' : 'M'}${p[0]} ${p[1]}`).join('');
  const run = at.rise('fluss', 0, 1.4);
  const river =
    stroke(d, SEA, 7) +
    stroke(
      d,
      teal.pale,
      2.5,
      `stroke-dasharray="10 14" stroke-dashoffset="${roundCoordinate(-flow)}" opacity="${roundCoordinate(0.35 + 0.65 * run)}"`,
    );
  return mountains + hills + soil + trees + river;
}

function sea(at: Moment): string {
  const wave = (y: number, a: number, speed: number): string => {
    let d = `M-20 ${y}`;
    for (let x = -20; x <= 340; x += 20) d += `L${x} ${roundCoordinate(y + a * Math.sin(x / 26 + at.t * speed))}`;
    return d + 'V360H-20z';
  };
  const boat = group(path('M-26 0H26L16 13H-16z', oklch(0.5, 0.13, 28)) + path('M-2 -4V-44L-24 -4zM3 -4V-36L20 -4z', CLOUD), {
    x: 84,
    y: 246 + 2 * Math.sin(at.t * 1.2),
    rotate: 3 * Math.sin(at.t * 0.9),
  });
  return path(wave(250, 3, 1.4), SEA) + boat + path(wave(264, 3, -1.1), DEEP);
}

function vapour(at: Moment, shown: number): string {
  return times(16, (i) => {
    const u = (at.t * 0.14 + i / 16) % 1;
    const x = 20 + ((i * 53) % 200) + 8 * Math.sin(u * 9 + i);
    return circle(x, 246 - u * 150, 4.4 - u * 1.6, teal.main, `opacity="${roundCoordinate(shown * Math.sin(u * Math.PI) * 0.9)}"`);
  });
}

function rain(at: Moment, x: number, shown: number): string {
  return times(30, (i) => {
    const u = (at.t * 0.9 + scatter(i)) % 1;
    const px = x - 76 + scatter(i, 1) * 150;
    const y = 108 + u * (76 + scatter(i, 2) * 40);
    return stroke(
      `M${roundCoordinate(px)} ${roundCoordinate(y)}l-3 11`,
      DEEP,
      2.6,
      `opacity="${roundCoordinate(shown * Math.min(1, (1 - u) * 4))}"`,
    );
  });
}

function cycle(at: Moment): string {
  const n = (d: number): number => at.rise('kreis', d, 1);
  const c = oklch(0.38, 0.12, 255);
  const [x, y] = pointAlong(
    [
      [120, 232],
      [120, 118],
      [190, 112],
      [430, 98],
      [504, 128],
      [504, 176],
      [400, 222],
      [250, 256],
      [120, 240],
    ],
    (at.since('kreis') * 0.13 + 1) % 1,
  );
  return (
    arrow([120, 232], [120, 132], c, 7, n(0.2)) +
    arrow([190, 112], [392, 100], c, 7, n(1)) +
    arrow([504, 128], [504, 176], c, 7, n(1.8)) +
    arrow([438, 250], [268, 268], c, 7, n(2.6)) +
    group(circle(0, 0, 11, CLOUD) + path('M0 -9C7 -1 6 6 0 6S-7 -1 0 -9z', DEEP), { x, y, opacity: n(2) })
  );
}

/** Labels in the picture. The film in easy language uses shorter words. */
type Words = { vapour: string; cloud: string; rain: string; river: string; ground: string; sun: string };

export function landscape(words: Words): (at: Moment) => string {
  return (at) => {
    const up = at.rise('verdunsten', 0.2, 1.4);
    const born = at.rise('wolke', 0, 2);
    const gone = at.rise('wind', 0.4, 4);
    const wet = at.rise('regen', 0, 1.2) * (1 - at.rise('kreis', 1.2, 1.6));
    const x = lerp(150, 500, gone);
    const glow = 0.5 + 0.5 * Math.sin(at.t * 1.5);
    const sunRays = times(10, (i) =>
      group(stroke(`M42 0H${roundCoordinate(52 + glow * 6)}`, SUN, 4), {
        x: 300,
        y: 52,
        rotate: i * 36 + at.t * 4,
        opacity: at.rise('sonne', 0, 0.8),
      }),
    );
    const seep = at.rise('grund', 0.2, 1);
    const deep = times(9, (i) => {
      const [px, py] = pointAlong(SPRING, (at.t * 0.07 + i / 9) % 1);
      return circle(px, py, 4.2, oklch(0.8, 0.08, 225), `opacity="${roundCoordinate(seep)}"`);
    });
    const aquifer = group(stroke('M570 200C540 262 470 284 380 288S260 284 230 276', oklch(0.6, 0.09, 238), 16, 'opacity="0.75"'), {
      opacity: seep,
    });
    const wind = group(
      times(3, (i) =>
        stroke(`M${roundCoordinate(250 + i * 22 + ((at.t * 40) % 60))} ${78 + i * 18}h46q12 0 10 -9`, oklch(0.7, 0.05, 240), 3),
      ),
      { opacity: at.stay('wind', 'regen', 0.4) },
    );
    const names =
      label(402, 46, words.sun, at.stay('sonne', 'wolke', 0.4), [334, 52]) +
      label(262, 184, words.vapour, at.stay('verdunsten', 'wolke', 0.8), [176, 186]) +
      label(304, 130, words.cloud, at.stay('wolke', 'wind', 1.4), [206, 92]) +
      label(368, 128, words.rain, at.stay('regen', 'fluss', 0.6), [446, 152]) +
      label(330, 180, words.river, at.stay('fluss', 'grund', 0.5), [398, 216]) +
      label(388, 318, words.ground, at.stay('grund', 'kreis', 0.5), [420, 284]);
    return (
      rect(0, 0, 640, 360, SKY) +
      sunRays +
      circle(300, 52, 32, SUN) +
      sea(at) +
      land(at) +
      aquifer +
      deep +
      vapour(at, up) +
      wind +
      rain(at, x, wet) +
      cloud(x - 70 * born, 92, 0.9, 0.4 * gone + 0.6 * wet, born) +
      cloud(x + 44, 78, 1.1, 0.4 * gone + 0.6 * wet, born) +
      (at.since('kreis') > 0 ? cycle(at) : '') +
      names
    );
  };
}

export const waterCycleFilm: Film = {
  key: 'wasserkreislauf',
  title: 'Der Wasserkreislauf',
  subtitle: 'Die Reise eines Tropfens vom Meer zum Berg und zurück',
  text: 'Woher kommt der Regen, und warum läuft das Meer nicht über? Der Film begleitet das Wasser auf seinem Weg: Es verdunstet, wird zur Wolke, regnet ab und fließt zurück.\n\nOberirdische und unterirdische Wege sind im selben Landschaftsbild zu sehen. Am Ende schließt sich der Kreis in einer Pfeildarstellung, die sich gut abzeichnen lässt.\n\nZu diesem Film gibt es eine Fassung in Leichter Sprache.',
  subjects: ['2801014', '22005'],
  grades: ['A(3)', 'A(4)', 'A(5)', 'A(6)'],
  keywords: ['Wasserkreislauf', 'Verdunstung', 'Regen', 'Wolke', 'Grundwasser', 'Fluss', 'Meer'],
  language: ['de'],
  producer: 'Kieselbach Film',
  year: 2025,
  subject: 'Sachunterricht',
  tones: teal,
  spoken: 'de',
  voice: { name: 'de', speed: 144, pitch: 44 },
  poster: ['kreis', 5.6],
  materials: [
    {
      key: 'arbeitsblatt-wasserkreislauf',
      path: 'arbeitsblatt-wasserkreislauf/arbeitsblatt.pdf',
      label: 'Arbeitsblatt Wasserkreislauf',
      mime: 'application/pdf',
    },
  ],
  chapters: [
    {
      title: 'Vom Meer in die Luft',
      lines: [
        { id: 'sonne', de: 'Die Sonne scheint auf das Meer und erwärmt das Wasser.', en: 'The sun shines on the sea and warms the water.' },
        {
          id: 'verdunsten',
          de: 'Ein Teil verdunstet. Unsichtbarer Wasserdampf steigt auf.',
          en: 'Some of it evaporates. Invisible water vapour rises.',
        },
      ],
    },
    {
      title: 'Wolken ziehen',
      lines: [
        {
          id: 'wolke',
          de: 'Oben ist es kalt. Der Dampf wird zu winzigen Tropfen: Eine Wolke entsteht.',
          en: 'Up there it is cold. The vapour turns into tiny drops: a cloud forms.',
        },
        { id: 'wind', de: 'Der Wind treibt die Wolken über das Land.', en: 'The wind drives the clouds over the land.' },
      ],
    },
    {
      title: 'Regen und Rückweg',
      lines: [
        {
          id: 'regen',
          de: 'An den Bergen steigen sie höher und kühlen ab. Es regnet.',
          en: 'At the mountains they rise higher and cool down. It rains.',
        },
        {
          id: 'fluss',
          de: 'Bäche und Flüsse bringen das Wasser zum Meer zurück.',
          en: 'Streams and rivers carry the water back to the sea.',
        },
        {
          id: 'grund',
          de: 'Ein Teil versickert und fließt als Grundwasser unter der Erde.',
          en: 'Some of it seeps away and flows underground as groundwater.',
        },
      ],
    },
    {
      title: 'Ein Kreis ohne Ende',
      lines: [
        {
          id: 'kreis',
          de: 'So ist das Wasser immer unterwegs. Kein Tropfen geht verloren.',
          en: 'So water is always on its way. Not a single drop is lost.',
        },
        { id: 'ende', de: 'Das nennt man den Wasserkreislauf.', en: 'This is called the water cycle.', rest: 0 },
      ],
    },
  ],
  draw: landscape({ sun: 'Sonne', vapour: 'Wasserdampf', cloud: 'Wolke', rain: 'Regen', river: 'Fluss', ground: 'Grundwasser' }),
};
