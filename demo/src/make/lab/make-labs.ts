import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryOf, type Entry } from '../studio/catalogue.ts';
import { circle, path, rect, stroke, svg, times } from '../studio/draw.ts';
import type { Medium } from '../studio/film.ts';
import { zipTo, type Parts } from '../studio/zip.ts';

export type Lab = Medium & { parts: () => Parts };

const read = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

const bulb = (): string =>
  svg(
    rect(0, 0, 56, 56, '#3d2f66', 12) +
      circle(28, 23, 17, '#f5bf66', 'opacity="0.35"') +
      path('M21 38C21 31 15 29 15 21A13 13 0 0 1 41 21C41 29 35 31 35 38z', '#ffd98a') +
      stroke('M24 37V26L28 20L32 26V37', '#7a3d00', 2) +
      rect(21, 39, 14, 9, '#d9dbe0', 2),
    56,
    56,
  );

const slices = (): string =>
  svg(rect(0, 0, 56, 56, '#27406f', 12) + times(4, (i) => rect(8 + i * 10.3, 18, 9, 20, i < 3 ? '#8fc4f5' : '#fffefc', 2)), 56, 56);

export const labs: Lab[] = [
  {
    key: 'stromkreis-labor',
    title: 'Stromkreis-Labor',
    subtitle: 'Schalten, Lampen herausdrehen, messen',
    text: 'Ein kleines Labor im Browser: Schaltung wählen, Schalter schließen, Lampen herausdrehen, Batterien hinzufügen. Die Elektronen bewegen sich, die Messwerte rechnen mit.\n\nFünf Aufträge führen von der einzelnen Lampe bis zur Parallelschaltung und haken sich selbst ab.\n\nMit Maus, Finger und Tastatur bedienbar, ohne Anmeldung und ohne gespeicherte Daten. Passt zum Film „Der einfache Stromkreis“.',
    subjects: ['46005'],
    grades: ['A(4)', 'A(5)', 'A(6)', 'A(7)', 'A(8)'],
    keywords: ['Stromkreis', 'Simulation', 'Reihenschaltung', 'Parallelschaltung', 'Stromstärke', 'Spannung', 'interaktiv'],
    language: ['de'],
    producer: 'Funkenflug Studio',
    year: 2025,
    parts: () => ({
      'index.html': read('stromkreis/index.html'),
      'stil/labor.css': read('stromkreis/labor.css'),
      'skript/schaltung.js': read('stromkreis/schaltung.js'),
      'skript/labor.js': read('stromkreis/labor.js'),
      'bilder/lampe.svg': bulb(),
    }),
  },
  {
    key: 'bruch-labor',
    title: 'Bruch-Labor',
    subtitle: 'Brüche sehen, vergleichen und addieren',
    text: 'Zwei Streifen, vier Regler: Zähler und Nenner lassen sich einstellen, und die Streifen zeigen sofort, wie groß die Brüche sind und welcher größer ist.\n\nAuf Knopfdruck werden beide Brüche gleichnamig gemacht und addiert, Schritt für Schritt in Bild und Zahl. Wer üben will, lässt sich Aufgaben stellen.\n\nMit der Tastatur bedienbar; passt zum Film „Brüche addieren“.',
    subjects: ['38001'],
    grades: ['A(5)', 'A(6)', 'A(7)'],
    keywords: ['Bruchrechnung', 'Brüche', 'Erweitern', 'Hauptnenner', 'Vergleichen', 'interaktiv'],
    language: ['de'],
    producer: 'Rechenwerk Filme',
    year: 2025,
    parts: () => ({
      'index.html': read('brueche/index.html'),
      'stil/labor.css': read('brueche/labor.css'),
      'skript/brueche.js': read('brueche/brueche.js'),
      'skript/labor.js': read('brueche/labor.js'),
      'bilder/streifen.svg': slices(),
    }),
  },
];

export async function makeLab(lab: Lab, media: string): Promise<Entry> {
  mkdirSync(join(media, lab.key), { recursive: true });
  zipTo(join(media, lab.key, 'paket.zip'), lab.parts());
  const files = [{ path: `${lab.key}/paket.zip`, mime: 'application/zip', role: 'main' as const, language: 'de' }];
  return entryOf(lab, { kind: 'package', typ: '55' }, files, media);
}
