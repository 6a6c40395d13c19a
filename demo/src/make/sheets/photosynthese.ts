import { arrow, circle, oklch, path, rect, stroke, SUN, text, times, tones } from '../studio/draw.ts';
import { figure, gap, lines, task, type Sheet } from '../studio/make-sheet.ts';

const green = tones(146, 0.95);

const blank = (x: number, y: number, n: number): string =>
  rect(x, y, 190, 36, '#fff', 6, 'stroke="#777" stroke-width="1.2"') +
  circle(x, y + 18, 14, green.deep) +
  text(x, y + 24, String(n), { size: 17, fill: '#fff', weight: 700 });

function plant(): string {
  const leaf = (x: number, y: number, turn: number, s: number): string =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${s})">${path('M0 0Q45 -34 100 0z', green.main)}${path('M0 0Q45 34 100 0z', green.strong)}</g>`;
  const leaves = [
    [250, 12, 1.1],
    [200, 24, 0.95],
    [150, 34, 0.75],
  ]
    .map(([y, turn, s]) => leaf(380, y!, -turn!, s!) + leaf(380, y!, 180 + turn!, s!))
    .join('');
  return (
    circle(704, 56, 36, SUN) +
    times(8, (i) => `<g transform="translate(704 56) rotate(${i * 45})">${stroke('M44 0H54', SUN, 5)}</g>`) +
    rect(0, 300, 760, 90, oklch(0.88, 0.035, 70), 10) +
    stroke('M380 300C377 250 384 200 380 110', green.deep, 7) +
    leaves +
    leaf(380, 112, -90, 0.5) +
    stroke('M380 300C376 330 384 345 378 372M380 310C350 325 330 330 312 352M380 312C410 325 430 335 450 356', oklch(0.55, 0.07, 60), 5) +
    arrow([660, 92], [486, 168], SUN, 7) +
    arrow([520, 352], [424, 340], oklch(0.55, 0.12, 240), 7) +
    arrow([150, 130], [276, 176], oklch(0.45, 0.03, 260), 7) +
    arrow([486, 224], [600, 204], oklch(0.58, 0.17, 25), 7) +
    blank(440, 16, 1) +
    blank(540, 340, 2) +
    blank(24, 90, 3) +
    blank(560, 224, 4)
  );
}

export const photosynthesisSheet: Sheet = {
  key: 'arbeitsblatt-photosynthese',
  title: 'Arbeitsblatt Photosynthese',
  subtitle: 'Zum Film, mit Lösungen',
  text: 'Zwei Seiten zum Film „Photosynthese“: Abbildung beschriften, Lückentext, Wortgleichung und eine Frage zum Weiterdenken. Die Lösungen stehen auf der zweiten Seite.\n\nDas PDF ist barrierearm: gegliedert, mit Alternativtext zur Abbildung.',
  subjects: ['0800401'],
  grades: ['A(5)', 'A(6)', 'A(7)', 'A(8)'],
  keywords: ['Arbeitsblatt', 'Photosynthese', 'Blattgrün', 'Traubenzucker', 'Sauerstoff'],
  language: ['de'],
  producer: 'Lindenblatt Lernfilm',
  year: 2025,
  subject: 'Biologie',
  tint: 'oklch(L 155)',
  pages: [
    `<h1>Photosynthese</h1><p class="lead">Wie Pflanzen aus Licht, Luft und Wasser Zucker machen</p>
${task(1, 'Beschrifte die Abbildung')}<p>Schreibe zu jeder Nummer den passenden Begriff.</p>
${figure('Eine Pflanze mit vier leeren Feldern: 1 an der Sonne, 2 an den Wurzeln, 3 am Pfeil in das Blatt, 4 am Pfeil aus dem Blatt', 760, 396, plant(), '150mm')}
${task(2, 'Fülle die Lücken')}
<p class="bank">Wörter: <b>Chloroplasten · Energie · Kohlenstoffdioxid · Sauerstoff · Traubenzucker · Wurzeln</b></p>
<p>Eine Pflanze saugt mit den ${gap()} Wasser aus dem Boden. Mit den Blättern nimmt sie ${gap()} aus der Luft auf. In den Zellen der Blätter liegen grüne Körner, die ${gap()}. Mit der ${gap()} des Lichts stellen sie ${gap()} her. Dabei wird ${gap()} frei.</p>
${task(3, 'Ergänze die Wortgleichung')}
<p>${gap()} + Wasser &nbsp;—(&thinsp;Licht, Blattgrün&thinsp;)→&nbsp; ${gap()} + ${gap()}</p>`,
    `${task(4, 'Denke weiter', 'für Schnelle')}
<p>Lea stellt zwei gleiche Zimmerpflanzen auf: eine ans Fenster, eine in einen dunklen Schrank. Beide werden gegossen. Was beobachtet sie nach drei Wochen? Begründe mit der Wortgleichung.</p>${lines(5)}
${task(5, 'Richtig oder falsch?')}
<table><thead><tr><th>Aussage</th><th>richtig</th><th>falsch</th></tr></thead><tbody>
${['Pflanzen nehmen ihren Zucker aus dem Boden auf.', 'Ohne Licht findet keine Photosynthese statt.', 'Der Sauerstoff, den wir atmen, stammt von Pflanzen und Algen.', 'Die Chloroplasten liegen in den Wurzeln.'].map((s) => `<tr><td>${s}</td><td class="box"><span class="tick"></span></td><td class="box"><span class="tick"></span></td></tr>`).join('')}
</tbody></table>
<h2>Lösungen</h2><div class="answer"><p><b>1</b> &nbsp;1 Licht · 2 Wasser · 3 Kohlenstoffdioxid · 4 Sauerstoff</p>
<p><b>2</b> &nbsp;Wurzeln · Kohlenstoffdioxid · Chloroplasten · Energie · Traubenzucker · Sauerstoff</p>
<p><b>3</b> &nbsp;Kohlenstoffdioxid + Wasser → Traubenzucker + Sauerstoff</p>
<p><b>4</b> &nbsp;Die Pflanze im Schrank wird blass und kümmert. Ohne Licht kann sie keinen Traubenzucker bilden; sie lebt nur noch von ihren Vorräten.</p>
<p><b>5</b> &nbsp;falsch · richtig · richtig · falsch</p></div>`,
  ],
};
