import { catalogueEdit, type EditMedium, type EditRecord } from '@fundus/contract/catalogue/edit';
import { today } from '@fundus/contract/days';
import type { AppError } from '@fundus/contract/errors';
import type { MessageKey } from '@fundus/contract/messages';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { useCall } from '../../../api/query.ts';
import { useProblems } from '../../../components/forms/use-problems.ts';
import { formatDate, formatDuration } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox, TextField } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { ChapterFields, chapterRows, isFilled, readChapters, type ChapterProblems } from './ChapterFields.tsx';
import { CodePicker } from './CodePicker.tsx';
import { MEDIUM_READS } from './edit-reads.ts';
import type { Tables } from './edit-tables.ts';
import { emptyRecord } from './empty-record.ts';
import { readTime } from './read-time.ts';
import './edit-screen.css';

type Props = {
  /** Null: a new one. */
  medium: EditMedium | null;
  tables: Tables;
  onSaved: (medium: EditMedium) => void;
  onDirty: (dirty: boolean) => void;
};

/** Words of what is wrong with a field. */
const RULES: Record<string, MessageKey> = {
  required: 'edit.required',
  year: 'edit.wrong.year',
  duration: 'edit.wrong.duration',
  already_exists: 'edit.identifier.taken',
};

const number = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null);

/** Every field of a record. Where somebody else was faster nothing is lost: the person decides. */
export function EditForm({ medium, tables, onSaved, onDirty }: Props) {
  const { t, locale } = useT();
  const id = useId();
  const [begun] = useState<EditRecord>(() => medium?.record ?? emptyRecord(today(new Date())));
  const [record, setRecord] = useState(begun);
  const [identifier, setIdentifier] = useState('');
  const [year, setYear] = useState(begun.year === null ? '' : String(begun.year));
  const [length, setLength] = useState(begun.duration === null ? '' : formatDuration(begun.duration));
  const [chapters, setChapters] = useState(() => chapterRows(begun.sequences));
  /** The version of somebody else that is replaced on purpose. */
  const [replaced, setReplaced] = useState(0);
  const version = Math.max(medium?.version ?? 0, replaced);
  const [problems, setProblems] = useProblems(id);
  const [inChapters, setInChapters] = useState<ChapterProblems>(new Map());
  const create = useCall(catalogueEdit.createMedium, MEDIUM_READS);
  const change = useCall(catalogueEdit.changeMedium, MEDIUM_READS);
  const { error } = medium ? change : create;
  const busy = create.isPending || change.isPending;
  const set = (about: Partial<EditRecord>) => setRecord((now) => ({ ...now, ...about }));
  // Compared with what was saved last: what is typed while that is on its way is still to be saved.
  const typed = JSON.stringify([record, identifier, year, length, chapters]);
  const [kept, setKept] = useState(typed);
  const dirty = typed !== kept;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);

  const problem = (field: keyof EditRecord | 'identifier'): string | null => {
    const rule = problems[field];
    return rule ? t(RULES[rule] ?? 'edit.wrong') : null;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { sequences, problems: wrongChapters } = readChapters(chapters);
    const duration = length.trim() ? readTime(length) : null;
    const wrong: Record<string, string> = {
      ...(!record.fn_titel.trim() && { fn_titel: 'required' }),
      ...(year.trim() && number(year) === null && { year: 'year' }),
      ...(length.trim() && duration === null && { duration: 'duration' }),
      ...(wrongChapters.size > 0 && { sequences: 'chapters' }),
    };
    setProblems(wrong);
    setInChapters(wrongChapters);
    if (Object.keys(wrong).length > 0) return;
    const whole = { ...record, year: number(year), duration: duration === null ? null : Math.round(duration), sequences };
    const done = {
      onSuccess: (saved: EditMedium) => {
        setKept(typed);
        showSnackbar({ text: t('edit.saved'), type: 'success' });
        onSaved(saved);
      },
      onError: ({ field, code }: AppError) => {
        const [name, row] = field?.replace(/^record\./, '').split('.') ?? [];
        if (!name) return;
        setProblems({ [name]: code });
        const chapter = name === 'sequences' && chapters.filter(isFilled)[Number(row)];
        if (chapter) setInChapters(new Map([[chapter.key, 'refused']]));
      },
    };
    if (medium) change.mutate({ params: { identifier: medium.identifier }, body: { version, record: whole } }, done);
    else create.mutate({ body: { record: whole, ...(identifier.trim() && { identifier: identifier.trim() }) } }, done);
  };
  const pick = (field: 'fn_geb' | 'fn_adressat' | 'fn_sprache') => (
    <CodePicker
      label={t(`edit.field.${field}`)}
      values={record[field]}
      options={tables[field]}
      nameOf={(code) => nameIn(tables, medium, code)}
      error={problem(field)}
      onChange={(values) => set({ [field]: values })}
    />
  );
  const types = tables.fn_typ.some(({ code }) => code === record.fn_typ)
    ? tables.fn_typ
    : [{ code: record.fn_typ, label: record.fn_typ }, ...tables.fn_typ];

  return (
    <form className="edit-form" id={id} onSubmit={submit} noValidate>
      {error?.code === 'version_conflict' ? (
        <Conflict error={error} locale={locale} onTake={() => setReplaced(Number(error.details?.version))} />
      ) : (
        error && <FormProblem>{t(`error.${error.code}`)}</FormProblem>
      )}
      <section>
        <h2>{t('edit.part.what')}</h2>
        <TextField
          label={t('edit.field.fn_titel')}
          required
          value={record.fn_titel}
          maxLength={500}
          error={problem('fn_titel')}
          onChange={(event) => set({ fn_titel: event.target.value })}
        />
        <TextField
          label={t('edit.field.fn_kurztext')}
          hint={t('edit.hint.fn_kurztext')}
          value={record.fn_kurztext}
          maxLength={2000}
          onChange={(event) => set({ fn_kurztext: event.target.value })}
        />
        <TextArea
          label={t('edit.field.fn_text')}
          hint={t('edit.hint.fn_text')}
          rows={8}
          value={record.fn_text}
          maxLength={50_000}
          onChange={(event) => set({ fn_text: event.target.value })}
        />
        <SelectField
          label={t('edit.field.fn_typ')}
          value={record.fn_typ}
          options={types.map(({ code, label }) => ({ value: code, label }))}
          onChange={(fn_typ) => set({ fn_typ })}
        />
      </section>
      <section>
        <h2>{t('edit.part.whom')}</h2>
        {pick('fn_geb')}
        {pick('fn_adressat')}
        {pick('fn_sprache')}
        <CodePicker
          free
          label={t('edit.field.fn_schlag')}
          hint={t('edit.hint.fn_schlag')}
          values={record.fn_schlag}
          options={[]}
          nameOf={(word) => word}
          error={problem('fn_schlag')}
          onChange={(fn_schlag) => set({ fn_schlag })}
        />
      </section>
      <section>
        <h2>{t('edit.part.source')}</h2>
        <TextField
          label={t('edit.field.fn_prodname')}
          value={record.fn_prodname}
          maxLength={200}
          onChange={(event) => set({ fn_prodname: event.target.value })}
        />
        <div className="edit-pair">
          <TextField
            label={t('edit.field.year')}
            inputMode="numeric"
            value={year}
            error={problem('year')}
            onChange={(event) => setYear(event.target.value)}
          />
          <TextField
            label={t('edit.field.duration')}
            placeholder="12:30"
            value={length}
            error={problem('duration')}
            onChange={(event) => setLength(event.target.value)}
          />
          <TextField
            label={t('edit.field.fn_nr')}
            value={record.fn_nr ?? ''}
            maxLength={40}
            onChange={(event) => set({ fn_nr: event.target.value || null })}
          />
          <TextField
            label={t('edit.field.published')}
            type="date"
            required
            value={record.published}
            error={problem('published')}
            onChange={(event) => set({ published: event.target.value })}
          />
        </div>
        <TextField
          label={t('edit.field.url')}
          type="url"
          hint={t('edit.hint.url')}
          value={record.url ?? ''}
          error={problem('url')}
          onChange={(event) => set({ url: event.target.value || null })}
        />
        <TextField
          label={t('edit.field.rights_note')}
          hint={t('edit.hint.rights_note')}
          value={record.rights_note ?? ''}
          maxLength={300}
          onChange={(event) => set({ rights_note: event.target.value || null })}
        />
        <TextField
          label={t('edit.field.set_of')}
          hint={t('edit.hint.set_of')}
          value={record.set_of ?? ''}
          error={problem('set_of')}
          onChange={(event) => set({ set_of: event.target.value.trim() || null })}
        />
        {!medium && (
          <TextField
            label={t('edit.field.identifier')}
            hint={t('edit.hint.identifier')}
            value={identifier}
            error={problem('identifier')}
            onChange={(event) => setIdentifier(event.target.value)}
          />
        )}
      </section>
      <section>
        <h2>{t('edit.part.use')}</h2>
        <Checkbox
          label={t('edit.field.free')}
          hint={t('edit.hint.free')}
          checked={record.free}
          onChange={(event) => set({ free: event.target.checked })}
        />
        <Checkbox
          label={t('edit.field.recommended')}
          checked={record.recommended}
          onChange={(event) => set({ recommended: event.target.checked })}
        />
        <Checkbox
          label={t('edit.field.is_mediathek')}
          checked={record.is_mediathek}
          onChange={(event) => set({ is_mediathek: event.target.checked })}
        />
        <ChapterFields rows={chapters} problems={inChapters} onChange={setChapters} />
      </section>
      <div className="medium-edit-foot">
        <Button variant="primary" type="submit" disabled={busy}>
          {t(medium ? 'app.save' : 'edit.create')}
        </Button>
      </div>
    </form>
  );
}

const nameIn = (tables: Tables, medium: EditMedium | null, code: string): string => {
  const name = tables.nameOf(code);
  return name === code ? (medium?.labels[code] ?? code) : name;
};

function Conflict({ error, locale, onTake }: { error: AppError; locale: string; onTake: () => void }) {
  const { t } = useT();
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
