import { circle, line, rect, stroke, text } from '../studio/draw.ts';
import { figure, gap, lines, task, type Sheet } from '../studio/make-sheet.ts';

const K = '#222';
const lamp = (x: number, y: number): string =>
  circle(x, y, 18, '#fff', `stroke="${K}" stroke-width="2.5"`) +
  line([x - 12.7, y - 12.7], [x + 12.7, y + 12.7], K, 2.5) +
  line([x + 12.7, y - 12.7], [x - 12.7, y + 12.7], K, 2.5);
const cell = (x: number, y: number): string =>
  rect(x - 8, y - 24, 16, 48, '#fff') + line([x - 6, y - 22], [x - 6, y + 22], K, 2.5) + line([x + 6, y - 11], [x + 6, y + 11], K, 5);
const contact = (x: number, y: number, closed: boolean): string =>
  rect(x - 22, y - 4, 44, 8, '#fff') +
  circle(x - 22, y, 3.5, K) +
  circle(x + 22, y, 3.5, K) +
  line([x - 22, y], closed ? [x + 22, y] : [x + 17, y - 20], K, 2.5);
const frame = (x: number): string => stroke(`M${x} 50H${x + 180}V160H${x}z`, K, 2.5);

const diagrams = (): string =>
  frame(20) +
  cell(110, 160) +
  lamp(155, 50) +
  contact(70, 50, true) +
  text(30, 22, 'A', { size: 22, weight: 700 }) +
  frame(290) +
  cell(380, 160) +
  lamp(425, 50) +
  contact(340, 50, false) +
  text(300, 22, 'B', { size: 22, weight: 700 }) +
  stroke('M560 50H740V160H660M640 160H560', K, 2.5) +
  rect(552, 60, 16, 60, '#fff') +
  line([560, 50], [560, 66], K, 2.5) +
  lamp(650, 50) +
  cell(650, 160) +
  text(570, 22, 'C', { size: 22, weight: 700 });

const signs = (): string =>
  lamp(60, 34) +
  line([20, 34], [42, 34], K, 2.5) +
  line([78, 34], [100, 34], K, 2.5) +
  line([220, 34], [252, 34], K, 2.5) +
  cell(260, 34) +
  line([268, 34], [300, 34], K, 2.5) +
  line([420, 34], [440, 34], K, 2.5) +
  contact(462, 34, false) +
  line([484, 34], [504, 34], K, 2.5);

export const circuitSheet: Sheet = {
  key: 'arbeitsblatt-stromkreis',
  title: 'Arbeitsblatt Stromkreis',
  subtitle: 'Schaltzeichen, Schaltpläne, Vorhersagen',
  text: 'Schaltzeichen kennenlernen, Schaltpläne lesen, vorhersagen, ob die Lampe leuchtet: zwei Seiten zum Film „Der einfache Stromkreis“ und zum Stromkreis-Labor.\n\nMit Lösungen am Ende.',
  subjects: ['46005'],
  grades: ['A(5)', 'A(6)', 'A(7)', 'A(8)'],
  keywords: ['Arbeitsblatt', 'Stromkreis', 'Schaltzeichen', 'Schaltplan', 'Reihenschaltung', 'Parallelschaltung'],
  language: ['de'],
  producer: 'Funkenflug Studio',
  year: 2025,
  subject: 'Physik',
  tint: 'oklch(L 290)',
  pages: [
    `<h1>Der einfache Stromkreis</h1><p class="lead">Wann leuchtet die Lampe?</p>
${task(1, 'Schaltzeichen')}<p>Wie heißen diese Bauteile?</p>
${figure('Drei Schaltzeichen nebeneinander: Kreis mit Kreuz, langer und kurzer Strich, offener Hebel', 620, 68, signs(), '140mm')}
<p>${gap()} &emsp; ${gap()} &emsp; ${gap()}</p>
${task(2, 'Leuchtet die Lampe?')}
${figure('Drei Schaltpläne. A: Schalter geschlossen. B: Schalter offen. C: links ist die Leitung unterbrochen.', 760, 190, diagrams(), '164mm')}
<table><thead><tr><th>Plan</th><th>leuchtet</th><th>leuchtet nicht</th><th>Begründung</th></tr></thead><tbody>${['A', 'B', 'C'].map((s) => `<tr><td>${s}</td><td class="box"><span class="tick"></span></td><td class="box"><span class="tick"></span></td><td style="width:90mm">&nbsp;</td></tr>`).join('')}</tbody></table>
${task(3, 'Zeichne selbst')}<p>Zeichne den Schaltplan einer Parallelschaltung: eine Batterie, zwei Lampen, ein Schalter, der beide Lampen schaltet.</p>
<div style="height:38mm;border:0.7pt solid #999;border-radius:3mm"></div>`,
    `${task(4, 'Vorhersagen')}<p>In einer Lichterkette sind alle Lampen hintereinander geschaltet. Eine Lampe wird herausgedreht. Was geschieht, und warum?</p>${lines(3)}
<p>In der Wohnung sind die Lampen nebeneinander geschaltet. Warum ist das sinnvoll?</p>${lines(3)}
${task(5, 'Richtig sicher')}<p class="note">Experimentiere nur mit Batterien. Strom aus der Steckdose ist lebensgefährlich. Verbinde nie Plus und Minus ohne Lampe dazwischen: Bei einem <b>Kurzschluss</b> wird der Draht heiß.</p>
<p>Erkläre mit eigenen Worten, was ein Kurzschluss ist.</p>${lines(3)}
<h2>Lösungen</h2><div class="answer"><p><b>1</b> &nbsp;Lampe · Batterie · Schalter</p><p><b>2</b> &nbsp;A leuchtet: Der Kreis ist geschlossen. B leuchtet nicht: Der Schalter ist offen. C leuchtet nicht: Die Leitung ist unterbrochen.</p><p><b>3</b> &nbsp;Der Schalter sitzt vor der Verzweigung, jede Lampe in einem eigenen Zweig.</p><p><b>4</b> &nbsp;Alle Lampen gehen aus, denn der Kreis ist unterbrochen. In der Wohnung hat jede Lampe ihren eigenen Kreis: Sie lässt sich einzeln schalten und leuchtet mit voller Helligkeit.</p><p><b>5</b> &nbsp;Der Strom fließt ohne Verbraucher direkt von einem Pol zum anderen und wird dabei sehr groß.</p></div>`,
  ],
};
