import { circle, oklch, path, rect, stroke, SUN, text, times, arrow } from '../studio/draw.ts';
import { figure, lines, task, type Sheet } from '../studio/make-sheet.ts';

const spot = (x: number, y: number, n: number): string =>
  circle(x, y, 17, '#fff', 'stroke="#333" stroke-width="2"') + text(x, y + 7, String(n), { size: 20, weight: 700 });
const cloud = (x: number, y: number, s: number): string =>
  `<g transform="translate(${x} ${y}) scale(${s})">${[
    [-40, 6, 22],
    [-14, -10, 28],
    [20, -6, 26],
    [44, 8, 19],
  ]
    .map(([a, b, r]) => circle(a!, b!, r!, oklch(0.86, 0.02, 250)))
    .join('')}</g>`;

const scene = (): string => {
  const c = oklch(0.4, 0.11, 255);
  return (
    rect(0, 0, 760, 380, oklch(0.97, 0.015, 225), 10) +
    circle(330, 56, 30, SUN) +
    path('M440 240L560 110L610 160L660 96L760 210V290H440z', oklch(0.7, 0.04, 262)) +
    path('M300 262Q480 200 760 206V380H260z', oklch(0.8, 0.08, 135)) +
    path('M290 290Q500 262 760 276V380H270z', oklch(0.76, 0.06, 65)) +
    path('M0 262H312L262 380H0z', oklch(0.72, 0.09, 238)) +
    stroke('M600 168C580 205 500 210 470 222S360 250 300 262', oklch(0.6, 0.11, 240), 7) +
    cloud(140, 80, 1) +
    cloud(610, 56, 1.15) +
    times(12, (i) => stroke(`M${556 + i * 10} ${92 + (i % 3) * 12}l-4 14`, c, 2.5)) +
    arrow([130, 240], [130, 130], c, 7) +
    arrow([200, 78], [520, 58], c, 7) +
    arrow([690, 330], [330, 330], c, 7) +
    spot(92, 190, 1) +
    spot(140, 84, 2) +
    spot(420, 40, 3) +
    spot(520, 120, 4) +
    spot(440, 200, 5) +
    spot(520, 356, 6)
  );
};

export const waterCycleSheet: Sheet = {
  key: 'arbeitsblatt-wasserkreislauf',
  title: 'Arbeitsblatt Wasserkreislauf',
  subtitle: 'Für die Grundschule, mit Lösungen',
  text: 'Das Bild kennt die Klasse aus dem Film: Sechs Nummern warten auf ihre Begriffe, dann wird die Reise eines Tropfens in die richtige Reihenfolge gebracht und weitererzählt.\n\nWenig Text, viel Platz zum Schreiben; die Lösungen stehen auf der zweiten Seite.',
  subjects: ['2801014'],
  grades: ['A(3)', 'A(4)', 'A(5)'],
  keywords: ['Arbeitsblatt', 'Wasserkreislauf', 'Sachunterricht', 'Regen', 'Wolke'],
  language: ['de'],
  producer: 'Kieselbach Film',
  year: 2025,
  subject: 'Sachunterricht',
  tint: 'oklch(L 230)',
  pages: [
    `<h1>Der Wasserkreislauf</h1><p class="lead">Die Reise eines Tropfens</p>
${task(1, 'Was gehört zu welcher Zahl?')}
${figure('Landschaft mit Meer, Wolken, Bergen und Fluss. Die Zahlen 1 bis 6 stehen an den Stationen des Wasserkreislaufs.', 760, 380, scene(), '156mm')}
<table><tbody>${[
      ['Regen', 'Grundwasser'],
      ['Wolke', 'Fluss'],
      ['Wind treibt die Wolken', 'Wasser verdunstet'],
    ]
      .map(([a, b]) => `<tr><td>${a}</td><td class="box">&nbsp;</td><td>${b}</td><td class="box">&nbsp;</td></tr>`)
      .join('')}</tbody></table>
${task(2, 'In der richtigen Reihenfolge')}<p>Nummeriere von 1 bis 5.</p>
<table><tbody>${['Es regnet auf die Berge.', 'Die Sonne erwärmt das Meer.', 'Der Fluss bringt das Wasser zum Meer.', 'Der Wasserdampf wird zur Wolke.', 'Wasser steigt unsichtbar auf.'].map((s) => `<tr><td class="box">&nbsp;</td><td>${s}</td></tr>`).join('')}</tbody></table>`,
    `${task(3, 'Erzähle')}<p>Du bist ein Tropfen im Meer. Was erlebst du? Schreibe mindestens fünf Sätze.</p>${lines(9)}
<h2>Lösungen</h2><div class="answer"><p><b>1</b> &nbsp;Wasser verdunstet: 1 · Wolke: 2 · Wind treibt die Wolken: 3 · Regen: 4 · Fluss: 5 · Grundwasser: 6</p><p><b>2</b> &nbsp;4 · 1 · 5 · 3 · 2</p></div>`,
  ],
};
