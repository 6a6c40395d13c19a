import { today } from '@fundus/contract/days';
import { ownMaterial, type MaterialRecord, type OwnMaterial } from '@fundus/contract/own-material/own-material';
import { findMissingRightsFields, type MaterialRights } from '@fundus/contract/catalogue/material-rights';
import { gradeSpan } from '@fundus/contract/reference/grade-levels';
import { href } from '@fundus/contract/screens';
import { useEffect, useId, useMemo, useState, type FormEvent } from 'react';
import { useCall } from '../../../../api/query.ts';
import { useCheckedFields } from '../../../../components/forms/use-fields.ts';
import { formatGradeSpan } from '../../../../components/media/format-grade-span.ts';
import { MATERIAL_READS } from '../../../../components/own-material/reads.ts';
import { joinFacts } from '../../../../i18n/join-facts.ts';
import { useT } from '../../../../i18n/translate.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button, ButtonLink } from '../../../../ui/Button.tsx';
import { Fold } from '../../../../ui/Fold.tsx';
import { TextField } from '../../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../../ui/fields/FormProblem.tsx';
import { AudienceSection, TitleSection } from '../record/EditSections.tsx';
import type { Tables } from '../edit-tables.ts';
import { readValues, valuesOf, type EditValues } from '../record/edit-values.ts';
import { emptyRecord } from '../record/empty-record.ts';
import { RightsQuestion, type RightsValues } from './RightsQuestion.tsx';
import '../../../../components/forms/edit-foot.css';
import '../edit-screen.css';

type Props = {
  material: OwnMaterial;
  tables: Tables;
  onSaved: (material: OwnMaterial) => void;
  onDirty: (dirty: boolean) => void;
};

/** Media types for own material, with the most common one first. */
const TYPES = ['79', '49', '29', '19', 'UC_H5P', '55', '57', '58'];

/** Fields of the question about the origin, which is always visible. */
const AT_ORIGIN = ['source', 'licence', 'from'];

function initialValues(material: OwnMaterial): EditValues & RightsValues {
  const day = today(new Date());
  const { rights } = material;
  return {
    ...valuesOf({ record: { ...emptyRecord(day), ...material.record } }, day),
    source: rights?.source ?? '',
    licence: rights?.licence ?? '',
    from: rights?.from ?? '',
  };
}

const rightsOf = ({ source, licence, from }: RightsValues): MaterialRights | null =>
  source === '' ? null : { source, licence: source === 'open' && licence ? licence : null, from: source === 'own' ? '' : from.trim() };

const recordOf = (record: MaterialRecord): MaterialRecord => {
  const { fn_titel, fn_kurztext, fn_text, fn_typ, fn_geb, fn_adressat, fn_sprache, fn_schlag, url } = record;
  return { fn_titel, fn_kurztext, fn_text, fn_typ, fn_geb, fn_adressat, fn_sprache, fn_schlag, url };
};

/**
 * Shows the form of own material: the question about its origin, and a collapsed section with all other fields, which have default values from the
 * file.
 */
export function MaterialForm({ material, tables, onSaved, onDirty }: Props) {
  const { t } = useT();
  const id = useId();
  const fields = useCheckedFields(() => initialValues(material), {
    words: (_, rule) => t(rule === 'required' ? 'edit.required' : 'edit.wrong'),
    form: id,
  });
  const { values, report } = fields;
  const change = useCall(ownMaterial.change, MATERIAL_READS);
  const { error } = change;
  // Compared with the last saved values, because input typed during a save is still unsaved.
  const typed = JSON.stringify(values);
  const [kept, setKept] = useState(typed);
  const dirty = typed !== kept;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  const offered = useMemo(
    () => ({ ...tables, fn_typ: TYPES.flatMap((code) => tables.fn_typ.find((type) => type.code === code) ?? []) }),
    [tables],
  );

  const span = gradeSpan(values.fn_adressat);
  const grades = span ? [formatGradeSpan(t, 'media', span)] : values.fn_adressat.map(tables.nameOf);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { record, problems } = readValues(values);
    const rights = rightsOf(values);
    const lacking = rights === null ? [] : findMissingRightsFields(rights);
    const found = { ...problems, ...Object.fromEntries(lacking.map((field) => [field, 'required'])) };
    report(found);
    if (Object.keys(found).length > 0) return;
    const body = { record: recordOf(record), rights };
    const done = {
      onSuccess: (saved: OwnMaterial) => {
        setKept(typed);
        showSnackbar({ text: t('material.saved'), type: 'success' });
        onSaved(saved);
        // Scrolls to the button above the form that shares the material with the school.
        if (material.rights === null && saved.rights !== null) window.scrollTo({ top: 0 });
      },
      onError: ({ field, code }: { field?: string | undefined; code: string }) => {
        const name = field?.replace(/^(record|rights)\./, '').split('.')[0];
        if (name) report({ [name]: code });
      },
    };
    change.mutate({ params: { identifier: material.identifier }, body: { version: material.version, ...body } }, done);
  };

  return (
    <form className="edit-form" id={id} onSubmit={submit} noValidate>
      <FormProblem>{error && t(`error.${error.code}`)}</FormProblem>
      <RightsQuestion fields={fields} given={material.state === 'school' || material.state === 'given'} />
      <div className="edit-more">
        <Fold
          title={t('material.more')}
          says={joinFacts([values.fn_titel.trim(), ...[values.fn_typ, ...values.fn_geb].map(tables.nameOf), ...grades])}
          forced={Object.keys(fields.problems).some((field) => !AT_ORIGIN.includes(field))}
        >
          <TitleSection fields={fields} tables={offered} />
          <AudienceSection fields={fields} tables={tables} medium={material} />
          <section>
            <TextField label={t('edit.field.url')} type="url" hint={t('edit.hint.url')} {...fields.text('url')} />
          </section>
        </Fold>
      </div>
      <div className="edit-foot">
        <ButtonLink flush href={href('library', { tab: 'own' })}>
          {t(dirty ? 'app.cancel' : 'app.close')}
        </ButtonLink>
        <span className="edit-foot-says" />
        <Button variant="primary" type="submit" disabled={change.isPending}>
          {t('app.save')}
        </Button>
      </div>
    </form>
  );
}
