import { catalogueEdit, type EditMedium } from '@fundus/contract/catalogue/edit';
import { today } from '@fundus/contract/days';
import type { AppError } from '@fundus/contract/errors';
import type { MessageKey } from '@fundus/contract/messages';
import { href } from '@fundus/contract/screens';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { useCall } from '../../../../api/query.ts';
import { useCheckedFields } from '../../../../components/forms/use-fields.ts';
import { formatDate } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button, ButtonLink } from '../../../../ui/Button.tsx';
import { FormProblem } from '../../../../ui/fields/FormProblem.tsx';
import { isFilled, type ChapterProblems } from './chapters.ts';
import { MEDIUM_READS } from '../../../../components/media/medium-reads.ts';
import type { Tables } from '../edit-tables.ts';
import { readValues, valuesOf } from './edit-values.ts';
import { EditPreview } from './EditPreview.tsx';
import { AudienceSection, SourceSection, TitleSection, UseSection } from './EditSections.tsx';
import '../../../../components/forms/edit-foot.css';
import '../edit-screen.css';

type Props = {
  /** Medium to edit, or `null` for a new one. */
  medium: EditMedium | null;
  tables: Tables;
  onSaved: (medium: EditMedium) => void;
  onDirty: (dirty: boolean) => void;
};

/** Error texts for broken rules. */
const RULES: Record<string, MessageKey> = {
  required: 'edit.required',
  year: 'edit.wrong.year',
  duration: 'edit.wrong.duration',
  already_exists: 'edit.identifier.taken',
};

/** Shows all fields of a record. After a concurrent change the user decides which version to keep, so that no input is lost. */
export function EditForm({ medium, tables, onSaved, onDirty }: Props) {
  const { t } = useT();
  const id = useId();
  const fields = useCheckedFields(() => valuesOf(medium, today(new Date())), {
    words: (_, rule) => t(RULES[rule] ?? 'edit.wrong'),
    form: id,
  });
  const { values, report } = fields;
  const [inChapters, setInChapters] = useState<ChapterProblems>(new Map());
  /** Version of another user that the next save overwrites on the user's decision. */
  const [replaced, setReplaced] = useState(0);
  const create = useCall(catalogueEdit.createMedium, MEDIUM_READS);
  const change = useCall(catalogueEdit.changeMedium, MEDIUM_READS);
  const { error } = medium ? change : create;
  // Compared with the last saved values, because input typed during a save is still unsaved.
  const typed = JSON.stringify(values);
  const [kept, setKept] = useState(typed);
  const dirty = typed !== kept;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);

  const onRefused = ({ field, code }: AppError): void => {
    const [name, row] = field?.replace(/^record\./, '').split('.') ?? [];
    if (!name) return;
    report({ [name]: code });
    const chapter = name === 'sequences' && values.sequences.filter(isFilled)[Number(row)];
    if (chapter) setInChapters(new Map([[chapter.key, 'refused']]));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { record, ...found } = readValues(values);
    report(found.problems);
    setInChapters(found.inChapters);
    if (Object.keys(found.problems).length > 0) return;
    const done = {
      onSuccess: (saved: EditMedium) => {
        setKept(typed);
        showSnackbar({ text: t('edit.saved'), type: 'success' });
        onSaved(saved);
      },
      onError: onRefused,
    };
    const identifier = values.identifier.trim();
    const version = Math.max(medium?.version ?? 0, replaced);
    if (medium) change.mutate({ params: { identifier: medium.identifier }, body: { version, record } }, done);
    else create.mutate({ body: { record, ...(identifier && { identifier }) } }, done);
  };

  return (
    <form className="edit-form" id={id} onSubmit={submit} noValidate>
      {error?.code === 'version_conflict' ? (
        <Conflict error={error} onTake={() => setReplaced(Number(error.details?.version))} />
      ) : (
        <FormProblem>{error && t(`error.${error.code}`)}</FormProblem>
      )}
      <div className="edit-beside">
        <TitleSection fields={fields} tables={tables} />
        <AudienceSection fields={fields} tables={tables} medium={medium} />
        <SourceSection fields={fields} fresh={medium === null} />
        <UseSection fields={fields} inChapters={inChapters} />
        <EditPreview identifier={medium?.identifier ?? null} values={values} tables={tables} />
      </div>
      <div className="edit-foot">
        <ButtonLink flush href={href('catalogue-editing')}>
          {t(dirty ? 'app.cancel' : 'app.close')}
        </ButtonLink>
        <span className="edit-foot-says" />
        <Button variant="primary" type="submit" disabled={create.isPending || change.isPending}>
          {t(medium ? 'app.save' : 'edit.create')}
        </Button>
      </div>
    </form>
  );
}

function Conflict({ error, onTake }: { error: AppError; onTake: () => void }) {
  const { t, locale } = useT();
  const { by, at } = (error.details ?? {}) as { by?: string | null; at?: string };
  return (
    <FormProblem>
      <p>{t('edit.conflict', { name: by ?? t('edit.somebody'), date: at ? formatDate(at, 'short', locale) : '' })}</p>
      <Button variant="line" type="submit" onClick={onTake}>
        {t('edit.conflict.mine')}
      </Button>
    </FormProblem>
  );
}
