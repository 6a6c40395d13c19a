/** Example values for people, media and dates in sample mails (docs/behaviour/setup.md#mails-as-they-arrive). */
import { dateLocale } from '@fundus/contract/locale';

type Named = (language: string) => string;
const both =
  (german: string, english: string): Named =>
  (language) =>
    language.startsWith('de') ? german : english;
const same =
  (word: string): Named =>
  () =>
    word;

/** Formats a fixed date, so that two samples differ only in the edited text. */
const onDay =
  (day: string): Named =>
  (language) =>
    new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Examples by placeholder. A test requires one for every placeholder of every mail. */
const SAMPLES: Readonly<Record<string, Named>> = {
  begins: same('09:50'),
  borrower: same('Miriam Falkner'),
  by: same('Jonas Reuter'),
  class: same('7b'),
  code: same('KAM-03'),
  date: onDay('2027-03-12'),
  day: onDay('2027-03-12'),
  days: same('30'),
  device: both('Firefox unter Windows', 'Firefox on Windows'),
  email: same('m.falkner@lindenhof.example'),
  end: onDay('2027-03-19'),
  bring: onDay('2027-03-16'),
  fetch: onDay('2027-03-23'),
  ends: same('11:20'),
  fingerprint: same('E9:E2:DB:D4:CD:C6:BF:B8:B1:AA:A3:9C:95:8E:87:80'),
  free: same('2'),
  full: same('Miriam Falkner'),
  known: same('412'),
  lessons: both('3. bis 4. Stunde', 'lessons 3 to 4'),
  licensor: same('Verlag Nordlicht'),
  link: both('Für die Eltern', 'For the parents'),
  list: both('Wasser unterwegs', 'Water on the move'),
  login: same('m.falkner'),
  media: same('12'),
  missing: same('138'),
  model: same('Kamerakoffer 4K'),
  month: both('Februar 2027', 'February 2027'),
  months: same('24'),
  name: same('Miriam Falkner'),
  number: same('4070912300'),
  owner: same('Gymnasium am Lindenhof'),
  person: same('Miriam Falkner'),
  point: same('Verleih im Medienzentrum Lindenau'),
  portal: both('Schulportal', 'School portal'),
  portals: both('Schulportal', 'School portal'),
  publisher: same('Verlag Nordlicht'),
  reason: both('Angaben unvollständig', 'Details incomplete'),
  responsible: same('Miriam Falkner'),
  role: both('Lehrkraft', 'Teacher'),
  rows: same('40'),
  school: same('Gymnasium am Lindenhof'),
  seats: same('30'),
  since: same('22'),
  start: onDay('2027-03-12'),
  step: both('Film: Wie ein Vulkan ausbricht', 'Film: How a volcano erupts'),
  subject: both('Frage zu einem Film', 'A question about a film'),
  teacher: same('Miriam Falkner'),
  time: both('12. März 2027, 14:05', '12 March 2027, 14:05'),
  title: both('Vulkane: Wenn die Erde Feuer spuckt', 'Volcanoes: when the earth spits fire'),
  total: both('249,00 €', '€249.00'),
  until: onDay('2027-03-19'),
  used: same('7'),
  year: same('2026/27'),
};

/** Returns an example for every placeholder. `count` selects the plural form. */
export const sampleValues = (language: string, count: number): Record<string, string | number> => ({
  ...Object.fromEntries(Object.entries(SAMPLES).map(([name, word]) => [name, word(language)])),
  count,
});

/** Example for quoted words of a user. */
export const sampleQuote: Named = both('So steht es dann in der Mail.', 'This is how it will be in the email.');
