/** Writes the files of a district: `node bench/src/district-files.ts FOLDER`. 120 schools, 3,600 teachers, 2,000 classes, media to license. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const DISTRICT = { schools: 120, teachers: 3_600, classes: 2_000, media: 25 };

const FIRST = ['Anna', 'Ben', 'Clara', 'David', 'Elif', 'Finn', 'Greta', 'Hannes', 'Ida', 'Jonas', 'Kim', 'Leyla'];
const LAST = ['Arndt', 'Becker', 'Çelik', 'Dahl', 'Ebert', 'Franke', 'Groß', 'Huber', 'Iwanow', 'Jäger', 'Krüger'];
const KINDS = ['Grundschule', 'Gesamtschule', 'Gymnasium', 'Berufskolleg'];

const numberOf = (school: number): string => `${100_001 + school}`;
const addressOf = (teacher: number): string => `lehrkraft${teacher}@schule${teacher % DISTRICT.schools}.example`;
const list = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));

/** Returns the classes of a school; the first schools have one more to reach the total. */
function classesOf(school: number): string[] {
  const count = Math.floor(DISTRICT.classes / DISTRICT.schools) + (school < DISTRICT.classes % DISTRICT.schools ? 1 : 0);
  return list(
    count,
    (i) => `${numberOf(school)};${5 + Math.floor(i / 3)}${'abc'[i % 3]};${addressOf(school + DISTRICT.schools * (i % 30))}`,
  );
}

/** Returns the content of each file by its name. */
export function districtFiles(): Record<string, string> {
  const schools = list(
    DISTRICT.schools,
    (i) => `${numberOf(i)};${KINDS[i % 4]};${KINDS[i % 4]} Nr. ${i + 1};Schulweg ${i + 1};12345;Muster;schule${i}@kreis.example`,
  );
  const teachers = list(
    DISTRICT.teachers,
    (i) => `${numberOf(i % DISTRICT.schools)};${FIRST[i % 12]};${LAST[i % 11]};${addressOf(i)};Lehrkraft`,
  );
  const media = list(DISTRICT.media, (i) =>
    JSON.stringify({ id: `film-${i + 1}`, title: `Lehrfilm Nummer ${i + 1}`, type: 'video', language: 'de', publisher: 'Lehrverlag' }),
  );
  return {
    'schulen.csv': ['Schulnummer;Schulform;Schulname;Straße;PLZ;Ort;E-Mail', ...schools].join('\n'),
    'lehrkraefte.csv': ['Schulnummer;Vorname;Nachname;E-Mail;Rolle', ...teachers].join('\n'),
    'medien.jsonl': media.join('\n'),
    'klassen.csv': ['Schulnummer;Klasse;Klassenleitung', ...list(DISTRICT.schools, classesOf).flat()].join('\n'),
  };
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2] ?? '.';
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(districtFiles())) await writeFile(join(folder, name), `${text}\n`);
}
