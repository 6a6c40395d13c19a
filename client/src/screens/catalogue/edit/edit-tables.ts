/** Reference tables for pickers. The name of a subject includes its ancestors, because most names are ambiguous without them. */
import { catalogueEdit, type References } from '@fundus/contract/catalogue/edit';
import { languageOf } from '@fundus/contract/locale';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../../api/query.ts';
import { mediaLanguageName, nameOfCode } from '../../../i18n/reference-names.ts';
import { useT } from '../../../i18n/translate.ts';
import type { Choice } from './record/CodePicker.tsx';

export type Tables = {
  fn_geb: readonly Choice[];
  fn_sprache: readonly Choice[];
  fn_adressat: readonly Choice[];
  fn_typ: readonly Choice[];
  /** Returns the name of a code. */
  nameOf: (code: string) => string;
};

type Naming = { t: ReturnType<typeof useT>['t']; locale: string };

/** Translates the names into the language of the page. Names without a translation stay German. */
function translate({ subjects, languages, grades, types }: References, { t, locale }: Naming): References {
  if (languageOf(locale) === 'de') return { subjects, languages, grades, types };
  const named = ({ code, label }: Choice): Choice => ({ code, label: nameOfCode(code, label) });
  const spoken = ({ code }: Choice): Choice => ({ code, label: mediaLanguageName(code, t, locale) });
  return { subjects: subjects.map(named), languages: languages.map(spoken), grades: grades.map(named), types: types.map(named) };
}

/** Returns the tables. The name of a subject contains its ancestors, such as `Biologie › Zoologie › Wirbeltiere` for `0800504`. */
export function tablesOf(references: References, naming: Naming): Tables {
  const { subjects, languages, grades, types } = translate(references, naming);
  const short = new Map(subjects.map(({ code, label }) => [code, label]));
  const full = (code: string): string => {
    const above: string[] = [];
    for (let length = 3; length < code.length; length += 2) above.push(short.get(code.slice(0, length)) ?? '');
    return [...above.filter(Boolean), short.get(code) ?? code].join(' › ');
  };
  const fn_geb = subjects.map(({ code }) => ({ code, label: full(code) }));
  const names = new Map([...languages, ...grades, ...types, ...fn_geb].map(({ code, label }) => [code, label]));
  return { fn_geb, fn_sprache: languages, fn_adressat: grades, fn_typ: types, nameOf: (code) => names.get(code) ?? code };
}

/** Returns the tables, or `null` while they are loading. They change only with a new version of the portal. */
export function useTables(): Tables | null {
  const { t, locale } = useT();
  const { data } = useQuery({ ...query(catalogueEdit.references), staleTime: Infinity });
  return useMemo(() => (data ? tablesOf(data, { t, locale }) : null), [data, t, locale]);
}
