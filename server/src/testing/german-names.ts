/** Finds German names of reference tables in replies. Clients translate codes, so a name without its code stays German in other languages. */

/** Medium of the samples. The names of its codes occur nowhere else. */
export const SAMPLE_MEDIUM = {
  ...{ identifier: 'm-1', fn_titel: 'Ein Film', fn_nr: '4711', url: 'https://medien.example/1' },
  ...{ fn_typ: '49', fn_geb: ['040110502'], fn_adressat: ['A(7)'] },
};
const NAMES = ['Online-Film', 'Werkstoffprüfung', 'Klasse 7'];

const namesIn = (text: string): string[] => NAMES.filter((name) => text.includes(name));

/** Returns the names in a value that have no code beside them, each with its path. `labels` are names by code. */
function namesWithin(value: unknown, path: string): string[] {
  if (typeof value === 'string') return namesIn(value).map((name) => `${path}: ${name}`);
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => namesWithin(entry, `${path}[]`));
  return Object.entries(value)
    .filter(([key]) => key !== 'labels' && !(key === 'label' && ('code' in value || 'value' in value)))
    .flatMap(([key, entry]) => namesWithin(entry, `${path}.${key}`));
}

/** Returns the German names in the body of a reply, which is JSON or a table. */
export function germanNames(body: string): string[] {
  if (namesIn(body).length === 0) return [];
  try {
    return namesWithin(JSON.parse(body) as unknown, '');
  } catch {
    return namesIn(body);
  }
}
