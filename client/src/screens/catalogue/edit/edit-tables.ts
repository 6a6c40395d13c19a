/** The reference tables for choosing from, with the names of subjects in full: most mean nothing without those above. */
import { catalogueEdit, type References } from '@fundus/contract/catalogue/edit';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../../api/query.ts';
import type { Choice } from './record/CodePicker.tsx';

export type Tables = {
  fn_geb: readonly Choice[];
  fn_sprache: readonly Choice[];
  fn_adressat: readonly Choice[];
  fn_typ: readonly Choice[];
  /** Name of a code of any of them. */
  nameOf: (code: string) => string;
};

/** `0800504` → `Biologie › Zoologie › Wirbeltiere`. */
function tablesOf({ subjects, languages, grades, types }: References): Tables {
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

/** Null until they are there. They change with a new version of the portal only. */
export function useTables(): Tables | null {
  const { data } = useQuery({ ...query(catalogueEdit.references), staleTime: Infinity });
  return useMemo(() => (data ? tablesOf(data) : null), [data]);
}
