import { CLASS_NEEDS } from '@fundus/contract/catalogue/needs';
import { CLASS_KINDS, NAME_LENGTH, type ClassFields } from '@fundus/contract/classes/classes';
import type { AppError } from '@fundus/contract/errors';
import { problemTextAt } from '../../components/forms/form-problems.ts';
import { subjectOptions } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Checkbox, TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { errorText } from './problems.ts';
import './classes.css';

const GRADES = Array.from({ length: 13 }, (_, i) => i + 1);

type Props = {
  values: ClassFields;
  set: (about: Partial<ClassFields>) => void;
  error: AppError | null;
  /** True if the school directory manages the name of the class. */
  external?: boolean;
  /** True to show all fields instead of only those of a new class. */
  whole?: boolean;
};

/** Shows the fields of a class, including its accessibility needs. */
export function ClassForm({ values, set, error, external = false, whole = false }: Props) {
  const { t, locale } = useT();
  const { user } = useSession();
  const errorOf = (field: keyof ClassFields): string | null => problemTextAt(t, error, field, (refusal) => errorText(t, refusal));
  const codes = subjectOptions(locale);
  const need = (name: (typeof CLASS_NEEDS)[number], wanted: boolean) =>
    set({ needs: CLASS_NEEDS.filter((each) => (each === name ? wanted : values.needs.includes(each))) });
  return (
    <>
      <TextField
        label={t('class.name')}
        hint={external ? t('class.external') : t('class.name.hint')}
        value={values.name}
        maxLength={NAME_LENGTH}
        disabled={external}
        required
        error={errorOf('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <div className="class-fields" data-fields>
        <SelectField
          label={t('class.kind')}
          value={values.kind}
          options={CLASS_KINDS.map((value) => ({ value, label: t(`class.kind.${value}`) }))}
          onChange={(kind) => set({ kind })}
        />
        <SelectField
          label={t('class.grade')}
          value={values.grade === null ? '' : String(values.grade)}
          options={[
            { value: '', label: t('class.grade.none') },
            ...GRADES.map((grade) => ({ value: String(grade), label: t('class.grade.one', { grade }) })),
          ]}
          onChange={(grade) => set({ grade: grade === '' ? null : Number(grade) })}
        />
        <SelectField
          label={t('class.subject')}
          value={values.subject ?? ''}
          options={[{ value: '', label: t('class.subject.none') }, ...codes]}
          onChange={(subject) => set({ subject: subject || null })}
        />
      </div>
      {whole && (
        <fieldset className="class-needs">
          <legend>{t('class.needs')}</legend>
          <p className="small-print">{t('class.needs.hint')}</p>
          {CLASS_NEEDS.map((name) => (
            <Checkbox
              key={name}
              label={t(`class.need.${name}`)}
              checked={values.needs.includes(name)}
              onChange={(event) => need(name, event.target.checked)}
            />
          ))}
        </fieldset>
      )}
      {whole && user && user.show_jitsi && (
        <TextField
          label={t('class.video')}
          hint={t('class.video.hint')}
          type="url"
          placeholder="https://"
          maxLength={300}
          value={values.video_room}
          error={errorOf('video_room') && t('class.video.wrong')}
          onChange={(event) => set({ video_room: event.target.value })}
        />
      )}
    </>
  );
}
