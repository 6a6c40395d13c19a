import {
  pointAlong,
  circle,
  ellipse,
  roundCoordinate,
  group,
  label,
  oklch,
  path,
  rect,
  stroke,
  text,
  times,
  tones,
  type Point,
} from '../studio/draw.ts';
import type { Film, Moment } from '../studio/film.ts';

const rose = tones(20, 0.9);
const RED = oklch(0.58, 0.19, 27);
const RED_SOFT = oklch(0.76, 0.11, 25);
const BLUE = oklch(0.5, 0.12, 262);
const BLUE_SOFT = oklch(0.76, 0.07, 258);
const MUSCLE = oklch(0.64, 0.14, 20);

// The heart is seen from the front, so its left half lies on the right of the picture.
const LUNG_OUT: readonly Point[] = [
  [296, 196],
  [284, 150],
  [232, 138],
  [206, 110],
  [206, 88],
  [240, 70],
  [320, 62],
];
const LUNG_BACK: readonly Point[] = [
  [320, 62],
  [400, 70],
  [434, 88],
  [434, 110],
  [408, 138],
  [352, 150],
  [344, 182],
];
const BODY_OUT: readonly Point[] = [
  [346, 214],
  [372, 184],
  [474, 186],
  [506, 224],
  [506, 278],
  [470, 312],
  [320, 322],
];
const BODY_BACK: readonly Point[] = [
  [320, 322],
  [170, 312],
  [134, 278],
  [134, 224],
  [166, 186],
  [270, 184],
  [294, 200],
];

const smooth = (points: readonly Point[]): string => {
  let d = `M${points[0]![0]} ${points[0]![1]}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b] = [points[i]!, points[i + 1]!];
    const end: Point = i === points.length - 2 ? b : [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    d += `Q${a[0]} ${a[1]} ${roundCoordinate(end[0])} ${roundCoordinate(end[1])}`;
  }
  return d;
};

const beat = (t: number): number => {
  const u = (t * 1.1) % 1;
  return u < 0.18 ? Math.sin((u / 0.18) * Math.PI) : u < 0.4 ? 0.5 * Math.sin(((u - 0.18) / 0.22) * Math.PI) : 0;
};

function cells(at: Moment, loop: readonly Point[], color: string, shown: number, count: number): string {
  const push = at.t * 0.16 + 0.012 * Math.sin(at.t * 2 * Math.PI * 1.1);
  return times(count, (i) => {
    const u = (push + i / count) % 1;
    const [x, y] = pointAlong(loop, u);
    return group(ellipse(0, 0, 7, 5.6, color) + ellipse(0, 0, 3, 2.2, 'oklch(0.95 0.03 40)', 'opacity="0.5"'), {
      x,
      y,
      rotate: i * 40,
      opacity: shown,
    });
  });
}

const lungs = (at: Moment): string => {
  const breath = 1 + 0.025 * Math.sin(at.t * 1.3);
  const wing = (side: number): string =>
    path(
      `M${8 * side} -34C${30 * side} -52 ${74 * side} -20 ${78 * side} 22C${80 * side} 42 ${50 * side} 44 ${30 * side} 34C${14 * side} 26 ${8 * side} 10 ${8 * side} -34z`,
      rose.soft,
      `stroke="${rose.main}" stroke-width="2.5"`,
    );
  return group(stroke('M0 -58V-30M0 -32L-20 -14M0 -32L20 -14', rose.main, 6) + group(wing(-1) + wing(1), { scale: breath }), {
    x: 320,
    y: 70,
  });
};

const organs = (): string =>
  group(
    rect(-120, -24, 240, 48, rose.pale, 24, `stroke="${rose.main}" stroke-width="2.5"`) +
      times(9, (i) => stroke(`M${-104 + i * 26} -14q10 14 0 28`, rose.main, 2.2)),
    { x: 320, y: 316 },
  );

function heart(at: Moment, x: number, y: number, size: number, open: number): string {
  const b = beat(at.t);
  const outer = 'M0 62C-30 46 -66 14 -64 -20C-62 -46 -30 -56 -6 -38C16 -60 58 -50 62 -18C64 16 34 48 0 62z';
  const rooms = group(
    path('M-50 -26C-46 -42 -24 -42 -10 -30V-8H-50z', BLUE) +
      path('M-50 -2H-10V44C-30 32 -50 14 -50 -2z', BLUE_SOFT) +
      path('M10 -28C24 -44 46 -38 50 -20V-6H10z', RED) +
      path('M10 0H50C46 16 30 34 10 46z', RED_SOFT) +
      stroke('M-46 -5L-34 2M-14 -5L-26 2M46 -3L36 4M14 -3L24 4', 'oklch(0.97 0.02 60)', 3),
    { opacity: open },
  );
  return group(path(outer, MUSCLE, `stroke="${rose.deep}" stroke-width="3"`) + rooms, { x, y, scale: size * (1 + 0.05 * b) });
}

function circuit(at: Moment): string {
  const small = at.rise('klein', 0, 0.8);
  const large = at.rise('gross', 0, 0.8);
  const faint = 0.22;
  const all = at.rise('ende', 0, 0.8);
  const dimS = Math.max(faint, Math.min(small, 1 - large * 0.7), all);
  const dimL = Math.max(faint, large, all);
  const tube = (loop: readonly Point[], color: string, shown: number): string =>
    stroke(smooth(loop), color, 17, `opacity="${roundCoordinate(shown)}"`);
  const tubes =
    tube(LUNG_OUT, BLUE_SOFT, dimS) + tube(LUNG_BACK, RED_SOFT, dimS) + tube(BODY_OUT, RED_SOFT, dimL) + tube(BODY_BACK, BLUE_SOFT, dimL);
  const flow =
    cells(at, LUNG_OUT, BLUE, Math.max(small, all) * (1 - 0.6 * large * (1 - all)), 8) +
    cells(at, LUNG_BACK, RED, Math.max(small, all) * (1 - 0.6 * large * (1 - all)), 8) +
    cells(at, BODY_OUT, RED, large, 11) +
    cells(at, BODY_BACK, BLUE, large, 11);
  const names =
    label(500, 66, 'Lunge', at.stay('klein', 'sauerstoff', 0.4), [384, 66]) +
    label(112, 100, 'Kohlenstoffdioxid', at.stay('sauerstoff', 'gross', 1.8), [206, 96]) +
    label(532, 100, 'Sauerstoff', at.stay('sauerstoff', 'gross', 0.4), [436, 96]) +
    label(570, 246, 'Arterie', at.rise('gross', 1.2), [510, 246]) +
    label(70, 246, 'Vene', at.rise('zurueck', 0.4), [130, 246]) +
    label(320, 270, 'Organe und Muskeln', at.stay('gross', 'zurueck', 2.2));
  return (
    rect(0, 0, 640, 360, rose.pale) +
    circle(320, 190, 176, 'oklch(0.97 0.018 50)') +
    lungs(at) +
    organs() +
    tubes +
    flow +
    heart(at, 320, 196, 0.62, 1) +
    names
  );
}

function portrait(at: Moment): string {
  const open = at.rise('kammern', 0.2, 1);
  const rings = times(3, (i) => {
    const u = (at.t * 0.55 + i / 3) % 1;
    return circle(320, 180, 110 + u * 120, 'none', `stroke="${rose.main}" stroke-width="2.5" opacity="${roundCoordinate((1 - u) * 0.5)}"`);
  });
  const fist = at.stay('pumpe', 'kammern', 0.4);
  const names =
    label(136, 118, 'rechter Vorhof', at.rise('kammern', 2, 0.6), [256, 134]) +
    label(124, 232, 'rechte Kammer', at.rise('kammern', 2.4, 0.6), [262, 202]) +
    label(504, 118, 'linker Vorhof', at.rise('kammern', 2.8, 0.6), [380, 136]) +
    label(516, 232, 'linke Kammer', at.rise('kammern', 3.2, 0.6), [374, 196]);
  const count = group(rect(-108, -24, 216, 48, rose.deep, 24) + text(0, 8, '70 Schläge pro Minute', { size: 19, fill: rose.pale }), {
    x: 320,
    y: 314,
    opacity: fist,
  });
  return rect(0, 0, 640, 360, rose.pale) + rings + heart(at, 320, 176, 1.75, open) + names + count;
}

export const bloodCirculationFilm: Film = {
  key: 'herz-und-blutkreislauf',
  title: 'Herz und Blutkreislauf',
  subtitle: 'Zwei Kreise, eine Pumpe',
  text: 'Siebzigmal in der Minute schlägt das Herz. Der Film öffnet es und zeigt Vorhöfe und Kammern, dann folgt er dem Blut auf seinem Weg durch Lunge und Körper.\n\nDas Schema trennt Lungenkreislauf und Körperkreislauf deutlich: sauerstoffreiches Blut ist rot, sauerstoffarmes blau gezeichnet. Wie in Schulbüchern üblich liegt die linke Herzhälfte rechts im Bild.\n\nGeeignet ab Klasse 5; das Standbild am Schluss eignet sich als Tafelbild.',
  subjects: ['0800602'],
  grades: ['A(5)', 'A(6)', 'A(7)', 'A(8)', 'A(9)'],
  keywords: ['Herz', 'Blutkreislauf', 'Lungenkreislauf', 'Körperkreislauf', 'Arterie', 'Vene', 'Sauerstoff'],
  language: ['de'],
  producer: 'Lindenblatt Lernfilm',
  year: 2024,
  subject: 'Biologie',
  tones: tones(146, 0.95),
  spoken: 'de',
  voice: { name: 'de+m3', speed: 146, pitch: 42 },
  poster: ['ende', 1.5],
  chapters: [
    {
      title: 'Das Herz',
      lines: [
        {
          id: 'pumpe',
          de: 'Das Herz ist ein Muskel, so groß wie eine Faust. Es pumpt das Blut durch den Körper.',
          en: 'The heart is a muscle the size of a fist. It pumps the blood through the body.',
        },
        {
          id: 'kammern',
          de: 'Es hat zwei Hälften. Jede besteht aus einem Vorhof und einer Kammer.',
          en: 'It has two halves. Each has an atrium and a ventricle.',
        },
      ],
    },
    {
      title: 'Der kleine Kreis',
      lines: [
        { id: 'klein', de: 'Die rechte Kammer pumpt das Blut in die Lunge.', en: 'The right ventricle pumps the blood into the lungs.' },
        {
          id: 'sauerstoff',
          de: 'Dort nimmt es Sauerstoff auf und gibt Kohlenstoffdioxid ab.',
          en: 'There it takes up oxygen and gives off carbon dioxide.',
        },
      ],
    },
    {
      title: 'Der große Kreis',
      lines: [
        {
          id: 'gross',
          de: 'Die linke Kammer drückt das frische Blut durch die Arterien zu allen Organen.',
          en: 'The left ventricle presses the fresh blood through the arteries to all organs.',
        },
        { id: 'zurueck', de: 'Die Venen bringen es zum Herzen zurück.', en: 'The veins bring it back to the heart.' },
        {
          id: 'ende',
          de: 'Zwei Kreise, eine Pumpe: In etwa einer Minute ist das Blut einmal herum.',
          en: 'Two circuits, one pump: in about one minute the blood goes round once.',
          rest: 0,
        },
      ],
    },
  ],
  draw(at) {
    const next = at.rise('klein', -0.4, 0.8);
    if (next >= 1) return circuit(at);
    return portrait(at) + (next > 0 ? group(circuit(at), { opacity: next }) : '');
  },
};
