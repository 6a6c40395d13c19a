import { FACETS, type FacetField, type FilterField } from '@fundus/contract/catalogue/catalogue';
import { CLASS_NEEDS } from '@fundus/contract/catalogue/needs';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { useEffect, useState } from 'react';
import { gradeName, mainSubjectName, mediaLanguageName, nameOfCode, typeName } from '../../../../i18n/reference-names.ts';
import { useT } from '../../../../i18n/translate.ts';

const isNeed = (value: string): value is (typeof CLASS_NEEDS)[number] => CLASS_NEEDS.some((need) => need === value);

type Label = (code: string) => string;

/** Labels of the whole subject tree (about 1,600). Loaded only if a chip needs a deep subject. */
let deepSubjects: Label | null = null;

/** Returns a function that labels a chosen value even if the results do not contain it. */
export function useFilterLabel(chosen: readonly { field: FilterField; value: string }[]): (field: FilterField, value: string) => string {
  const { t, locale } = useT();
  const [, loaded] = useState(deepSubjects !== null);
  const deep = chosen.some(({ field, value }) => field === 'fn_geb' && mainSubject([value]).code !== value);

  useEffect(() => {
    if (!deep || deepSubjects) return;
    void import('@fundus/contract/reference/subjects').then(({ subjectLabel }) => {
      deepSubjects = subjectLabel;
      loaded(true);
    });
  }, [deep]);

  const labels: Record<FacetField, Label> = {
    fn_geb: (code) => {
      const main = mainSubject([code]);
      return main.code === code ? mainSubjectName(main) : nameOfCode(code, deepSubjects?.(code) ?? mainSubjectName(main));
    },
    fn_sprache: (code) => mediaLanguageName(code, t, locale),
    fn_typ: typeName,
    fn_adressat: gradeName,
  };
  return (field, value) => {
    if (field === 'dauer') return t('filter.dauer', { minutes: value });
    if (field === 'meets') return isNeed(value) ? t(`filter.meets.${value}`) : value;
    return FACETS.includes(field as FacetField) ? labels[field as FacetField](value) : value;
  };
}
