import { line, oklch, rect, times } from '../studio/draw.ts';
import { figure, frac, gap, lines, task, type Sheet } from '../studio/make-sheet.ts';

const BLUE = oklch(0.72, 0.12, 250);
const RED = oklch(0.74, 0.13, 30);

const bar = (x: number, y: number, parts: number, filled: number, fill: string): string =>
  rect(x, y, 240, 44, '#fff', 3) +
  rect(x, y, (240 / parts) * filled, 44, fill) +
  times(parts - 1, (i) => line([x + ((i + 1) * 240) / parts, y], [x + ((i + 1) * 240) / parts, y + 44], '#333', 1.6)) +
  rect(x, y, 240, 44, 'none', 3, 'stroke="#333" stroke-width="2"');

const empty = '<span class="gap s">&#8203;</span>';
const sum = (a: string, b: string): string => `<div class="task">${a} + ${b} = ${empty}</div>`;

export const fractionsSheet: Sheet = {
  key: 'arbeitsblatt-brueche',
  title: 'Arbeitsblatt Brüche addieren',
  subtitle: 'Drei Stufen, mit Lösungen',
  text: 'Von gleichnamigen Brüchen über das Erweitern bis zur Sachaufgabe: Aufgaben in drei Stufen zum Film „Brüche addieren“, dazu Streifen zum Einfärben.\n\nDie Lösungen stehen am Ende der zweiten Seite und lassen sich abknicken.',
  subjects: ['38001'],
  grades: ['A(5)', 'A(6)', 'A(7)'],
  keywords: ['Arbeitsblatt', 'Bruchrechnung', 'Addition', 'Erweitern', 'Hauptnenner'],
  language: ['de'],
  producer: 'Rechenwerk Filme',
  year: 2025,
  subject: 'Mathematik',
  tint: 'oklch(L 262)',
  pages: [
    `<h1>Brüche addieren</h1><p class="lead">Erst gleichnamig machen, dann die Zähler addieren</p>
${task(1, 'Lies die Streifen ab')}<p>Welcher Bruch ist eingefärbt?</p>
${figure('Vier Streifen: drei von vier, zwei von fünf, fünf von sechs und drei von acht Teilen sind eingefärbt', 640, 130, bar(0, 4, 4, 3, BLUE) + bar(340, 4, 5, 2, RED) + bar(0, 76, 6, 5, BLUE) + bar(340, 76, 8, 3, RED), '150mm')}
<div class="two"><div>oben links: ${gap(true)}</div><div>oben rechts: ${gap(true)}</div><div>unten links: ${gap(true)}</div><div>unten rechts: ${gap(true)}</div></div>
${task(2, 'Gleiche Nenner', 'Stufe 1')}
<div class="three">${sum(frac(1, 5), frac(2, 5))}${sum(frac(3, 8), frac(2, 8))}${sum(frac(4, 9), frac(3, 9))}${sum(frac(2, 7), frac(4, 7))}${sum(frac(1, 6), frac(4, 6))}${sum(frac(5, 12), frac(6, 12))}</div>
${task(3, 'Erst erweitern', 'Stufe 2')}
<p>Beispiel: ${frac(1, 2)} + ${frac(1, 3)} = ${frac(3, 6)} + ${frac(2, 6)} = ${frac(5, 6)}</p>
<div class="two">${[
      [1, 2, 1, 4],
      [1, 3, 1, 6],
      [2, 5, 1, 10],
      [1, 4, 2, 3],
    ]
      .map(([a, b, c, d]) => `<div class="task">${frac(a!, b!)} + ${frac(c!, d!)} = ${empty} + ${empty} = ${empty}</div>`)
      .join('')}</div>`,
    `${task(4, 'Im Alltag', 'Stufe 3')}
<p>a) Mia trinkt am Vormittag ${frac(1, 4)} Liter Wasser und am Nachmittag ${frac(1, 2)} Liter. Wie viel ist das zusammen?</p>${lines(2)}
<p>b) Ein Drittel des Schulgartens ist Wiese, zwei Fünftel sind Beete. Der Rest ist Weg. Welcher Anteil ist Weg?</p>${lines(3)}
${task(5, 'Fehler finden')}
<p>Ben rechnet: ${frac(1, 2)} + ${frac(1, 3)} = ${frac(2, 5)}. Erkläre ihm, was daran nicht stimmen kann. Tipp: Vergleiche ${frac(2, 5)} mit ${frac(1, 2)}.</p>${lines(3)}
<h2>Lösungen</h2><div class="answer">
<p><b>1</b> &nbsp;${frac(3, 4)} · ${frac(2, 5)} · ${frac(5, 6)} · ${frac(3, 8)}</p>
<p><b>2</b> &nbsp;${frac(3, 5)} · ${frac(5, 8)} · ${frac(7, 9)} · ${frac(6, 7)} · ${frac(5, 6)} · ${frac(11, 12)}</p>
<p><b>3</b> &nbsp;${frac(3, 4)} · ${frac(3, 6)} = ${frac(1, 2)} · ${frac(5, 10)} = ${frac(1, 2)} · ${frac(11, 12)}</p>
<p><b>4</b> &nbsp;a) ${frac(3, 4)} Liter &nbsp; b) ${frac(5, 15)} + ${frac(6, 15)} = ${frac(11, 15)}, also ist ${frac(4, 15)} Weg.</p>
<p><b>5</b> &nbsp;${frac(2, 5)} ist kleiner als ${frac(1, 2)}. Die Summe kann nicht kleiner sein als einer der Summanden. Ben hat Zähler und Nenner addiert.</p></div>`,
  ],
};
