/** Reference tables for choices; names of subjects include their ancestors, without which most are ambiguous. */
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
  /** Returns the name of a code. */
  nameOf: (code: string) => string;
};

/** Returns the tables, with names such as `Biologie › Zoologie › Wirbeltiere` for `0800504`. */
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

/** Returns the tables, or `null` while loading. They change only with a new version of the portal. */
export function useTables(): Tables | null {
  const { data } = useQuery({ ...query(catalogueEdit.references), staleTime: Infinity });
  return useMemo(() => (data ? tablesOf(data) : null), [data]);
}
