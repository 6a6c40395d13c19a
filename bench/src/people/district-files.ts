/**
 * Writes the import files of a district: `node bench/src/people/district-files.ts FOLDER [SCHOOLS]`. 120 schools have 3,600 teachers and 2,000
 * classes.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type District = { schools: number; teachers: number; classes: number; media: number };

/** Returns the sizes of a district with that number of schools. Each school gets a licence for each medium. */
export const districtOf = (schools = 120): District => ({
  schools,
  teachers: schools * 30,
  classes: Math.round((schools * 2_000) / 120),
  media: 25,
});

const FIRST = ['Anna', 'Ben', 'Clara', 'David', 'Elif', 'Finn', 'Greta', 'Hannes', 'Ida', 'Jonas', 'Kim', 'Leyla'];
const LAST = ['Arndt', 'Becker', 'Çelik', 'Dahl', 'Ebert', 'Franke', 'Groß', 'Huber', 'Iwanow', 'Jäger', 'Krüger'];
const KINDS = ['Grundschule', 'Gesamtschule', 'Gymnasium', 'Berufskolleg'];

const numberOf = (school: number): string => `${100_001 + school}`;
const addressOf = (teacher: number, { schools }: District): string => `lehrkraft${teacher}@schule${teacher % schools}.example`;
const list = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));

/** Returns the class names of a school. The first schools have one class more, so that the total is exact. */
function classesOf(school: number, district: District): string[] {
  const { schools, classes } = district;
  const count = Math.floor(classes / schools) + (school < classes % schools ? 1 : 0);
  return list(
    count,
    (i) => `${numberOf(school)};${5 + Math.floor(i / 3)}${'abc'[i % 3]};${addressOf(school + schools * (i % 30), district)}`,
  );
}

/** Returns the content of each import file by its name. */
export function districtFiles(district: District): Record<string, string> {
  const schools = list(
    district.schools,
    (i) => `${numberOf(i)};${KINDS[i % 4]};${KINDS[i % 4]} Nr. ${i + 1};Schulweg ${i + 1};12345;Muster;schule${i}@kreis.example`,
  );
  const teachers = list(
    district.teachers,
    (i) => `${numberOf(i % district.schools)};${FIRST[i % 12]};${LAST[i % 11]};${addressOf(i, district)};Lehrkraft`,
  );
  const media = list(district.media, (i) =>
    JSON.stringify({ id: `film-${i + 1}`, title: `Lehrfilm Nummer ${i + 1}`, type: 'video', language: 'de', publisher: 'Lehrverlag' }),
  );
  return {
    'schulen.csv': ['Schulnummer;Schulform;Schulname;Straße;PLZ;Ort;E-Mail', ...schools].join('\n'),
    'lehrkraefte.csv': ['Schulnummer;Vorname;Nachname;E-Mail;Rolle', ...teachers].join('\n'),
    'medien.jsonl': media.join('\n'),
    'klassen.csv': ['Schulnummer;Klasse;Klassenleitung', ...list(district.schools, (i) => classesOf(i, district)).flat()].join('\n'),
  };
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder = '.', schools] = process.argv;
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(districtFiles(districtOf(schools ? Number(schools) : undefined))))
    await writeFile(join(folder, name), `${text}\n`);
}
