/** Reads a CSV file of people; the first row names the columns, in German or English. Runs in a child process: `import.ts`. */
import { invalid } from '@fundus/contract/errors';
import { IMPORT_ROWS } from '@fundus/contract/people/people';
import { readCsvTable } from '@fundus/contract/setup/csv-table';
import { decodeText } from '@fundus/contract/setup/texts';

/** Accepted names of columns, folded. The first row must contain them. */
const COLUMNS = {
  vorname: ['vorname', 'vornamen', 'first name', 'firstname', 'given name', 'givenname'],
  name: ['name', 'nachname', 'familienname', 'last name', 'lastname', 'surname', 'family name'],
  email: ['e-mail', 'email', 'mail', 'e-mail-adresse', 'emailadresse', 'e-mail address', 'email address'],
  role: ['rolle', 'funktion', 'role'],
  code: ['entleihercode', 'ausweisnummer', 'borrower code'],
} as const;
type Column = keyof typeof COLUMNS;
const REQUIRED: readonly Column[] = ['vorname', 'name', 'email'];

export type PeopleLine = { line: number; vorname: string; name: string; email: string; role: string; code: string };

export const readPeople = async (bytes: Uint8Array): Promise<PeopleLine[]> => readPeopleFile(decodeText(bytes));

/** The lines of a file with a header in German or English; throws `validation_failed` naming the columns that are missing. */
export function readPeopleFile(text: string): PeopleLine[] {
  const rows = readCsvTable(text, COLUMNS, REQUIRED);
  if (rows.length === 0) throw invalid('content', 'empty');
  if (rows.length > IMPORT_ROWS) throw invalid('content', 'max', { most: IMPORT_ROWS });
  return rows.map((cell, i) => ({
    line: i + 2,
    vorname: cell('vorname'),
    name: cell('name'),
    email: cell('email'),
    role: cell('role'),
    code: cell('code'),
  }));
}
