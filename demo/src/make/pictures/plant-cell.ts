import {
  circle,
  ellipse,
  roundCoordinate,
  group,
  INK,
  label,
  oklch,
  PAPER,
  path,
  rect,
  scatter,
  stroke,
  text,
  times,
  tones,
  type Point,
} from '../studio/draw.ts';
import type { Picture } from '../studio/make-picture.ts';

const green = tones(146, 0.95);
const violet = tones(300, 0.8);
const WATER = oklch(0.86, 0.06, 225);
const PLASMA = oklch(0.94, 0.05, 125);

const name = (x: number, y: number, s: string, to: Point): string => label(x, y, s, 1, to, { size: 31 });

const chloroplast = (x: number, y: number, turn: number): string =>
  group(
    ellipse(0, 0, 66, 35, green.strong) +
      ellipse(0, 0, 58, 28, green.main) +
      times(4, (i) => times(3, (k) => rect(-45 + i * 24, -13 + k * 9 + (i % 2) * 3, 18, 7, green.deep, 3.5))),
    { x, y, rotate: turn },
  );

const mitochondrion = (x: number, y: number, turn: number): string =>
  group(
    rect(-48, -24, 96, 48, oklch(0.6, 0.14, 35), 24) +
      rect(-41, -17, 82, 34, oklch(0.82, 0.09, 50), 17) +
      stroke('M-30 -14V8M-16 14V-8M-2 -14V8M12 14V-8M26 -12V6', oklch(0.6, 0.14, 35), 5),
    { x, y, rotate: turn },
  );

const endoplasmic = (): string =>
  times(4, (i) =>
    stroke(
      `M${520 - i * 24} ${300 + i * 22}q-46 60 -6 122q40 62 6 ${124 - i * 10}`,
      violet.main,
      11,
      `opacity="${roundCoordinate(0.95 - i * 0.12)}"`,
    ),
  ) + times(16, (i) => circle(492 + (i % 4) * 10 - Math.floor(i / 4) * 24, 320 + i * 16, 5, violet.deep));

const golgi = (): string =>
  group(
    times(4, (i) => stroke(`M${-70 + i * 9} ${-34 + i * 20}q${70 - i * 9} 30 ${140 - i * 18} 0`, oklch(0.66, 0.13, 70), 12)) +
      times(6, (i) => circle(-64 + i * 26, 58 + (i % 2) * 16, 8, oklch(0.78, 0.12, 75))),
    { x: 640, y: 742 },
  );

export const plantCell: Picture = {
  key: 'pflanzenzelle',
  title: 'Die Pflanzenzelle',
  subtitle: 'Beschriftete Schnittzeichnung mit neun Bestandteilen',
  text: 'Zellwand, Membran, Zellkern, Vakuole, Chloroplasten und mehr: die Pflanzenzelle im Schnitt, flächig gezeichnet und deutlich beschriftet.\n\nDie Größen sind so gewählt, dass alle Bestandteile auch auf dem Beamer in der letzten Reihe zu erkennen sind; sie entsprechen nicht dem Maßstab.',
  subjects: ['0800107'],
  grades: ['A(5)', 'A(6)', 'A(7)', 'A(8)', 'E'],
  keywords: ['Zelle', 'Pflanzenzelle', 'Zellkern', 'Vakuole', 'Chloroplast', 'Zellwand', 'Mitochondrium'],
  language: ['de'],
  producer: 'Lindenblatt Lernfilm',
  year: 2024,
  height: 1000,
  alt: 'Schnittzeichnung einer Pflanzenzelle mit Zellwand, Zellmembran, Zellplasma, Zellkern, Vakuole, Chloroplasten, Mitochondrien, endoplasmatischem Retikulum und Golgi-Apparat',
  draw() {
    const wall = path(
      'M420 170L1180 150Q1270 150 1280 240L1300 770Q1300 860 1210 866L440 880Q350 880 344 790L330 262Q330 176 420 170z',
      green.strong,
    );
    const membrane = path(
      'M428 194L1172 175Q1246 174 1256 250L1275 762Q1274 836 1204 841L448 855Q374 856 368 782L355 268Q354 200 428 194z',
      oklch(0.62, 0.12, 60),
    );
    const plasma = path(
      'M432 206L1170 187Q1236 187 1244 254L1263 760Q1261 826 1200 829L450 843Q386 843 380 780L367 270Q367 212 432 206z',
      PLASMA,
    );
    const vacuole =
      path(
        'M780 300C880 270 1000 272 1080 300C1180 336 1184 430 1180 510C1176 640 1150 700 1050 722C940 746 850 736 780 702C680 652 664 560 668 470C672 360 700 324 780 300z',
        WATER,
        `stroke="${oklch(0.62, 0.1, 230)}" stroke-width="7"`,
      ) + times(14, (i) => circle(740 + scatter(i) * 380, 350 + scatter(i, 1) * 310, 5 + scatter(i, 2) * 6, oklch(0.94, 0.03, 220)));
    const nucleus =
      circle(530, 560, 108, violet.soft, `stroke="${violet.strong}" stroke-width="8" stroke-dasharray="40 9"`) +
      circle(548, 580, 42, violet.strong) +
      times(9, (i) => stroke(`M${462 + i * 14} ${500 + (i % 3) * 18}q10 14 0 28`, violet.main, 5));
    const organelles =
      chloroplast(560, 262, -8) +
      chloroplast(900, 226, 4) +
      chloroplast(1186, 262, 50) +
      chloroplast(1208, 620, 86) +
      chloroplast(1110, 778, -10) +
      chloroplast(440, 728, 14) +
      mitochondrion(720, 246, 14) +
      mitochondrion(900, 786, 4) +
      mitochondrion(604, 384, 76);
    const names =
      name(190, 300, 'Zellwand', [340, 330]) +
      name(176, 420, 'Zellmembran', [364, 452]) +
      name(190, 560, 'Zellkern', [440, 560]) +
      name(210, 690, 'Kernkörperchen', [530, 592]) +
      name(196, 900, 'Golgi-Apparat', [606, 786]) +
      name(1440, 250, 'Chloroplast', [1204, 274]) +
      name(1450, 400, 'Vakuole', [1130, 440]) +
      name(1444, 560, 'Zellplasma', [1216, 500]) +
      name(1420, 906, 'Mitochondrium', [930, 796]) +
      name(330, 118, 'endoplasmatisches Retikulum', [470, 350]);
    return (
      rect(0, 0, 1600, 1000, PAPER) +
      circle(800, 1010, 560, green.pale) +
      wall +
      membrane +
      plasma +
      vacuole +
      endoplasmic() +
      nucleus +
      golgi() +
      organelles +
      names +
      text(800, 84, 'Die Pflanzenzelle', { size: 54, weight: 700, fill: INK }) +
      text(800, 956, 'Schnittzeichnung, nicht maßstäblich', { size: 26, weight: 500, fill: green.deep })
    );
  },
};
