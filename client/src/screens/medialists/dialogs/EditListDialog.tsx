import { medialists, type Medialist } from '@fundus/contract/medialists/medialists';
import { MAIN_SUBJECTS } from '@fundus/contract/reference/main-subjects';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { keyOf } from '../../../api/query.ts';
import { isShownAtField } from '../../../components/forms/form-problems.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { ConflictNote } from '../../../components/medialists/ConflictNote.tsx';
import { bodyOf, valuesOf, type ListValues } from '../../../components/medialists/list-fields.ts';
import { ListFields } from '../../../components/medialists/ListFields.tsx';
import { readList } from '../../../components/medialists/read-list.ts';
import { LIST_READS, errorText } from '../../../components/medialists/reads.ts';
import { useMergedForm } from '../../../components/medialists/use-merged-form.ts';
import { formatDate } from '../../../i18n/format.ts';
import { nameOfCode } from '../../../i18n/reference-names.ts';
import { useT } from '../../../i18n/translate.ts';
import { trustedHtml } from '../../../ui/trusted-types.ts';

const AT = ['title', 'description', 'visibility', 'subjects', 'grades', 'planned_for', 'cover'];

type Props = { list: Medialist; onClose: () => void };

/** Edits the details of a list and merges concurrent changes of other users. */
export function EditListDialog({ list, onClose }: Props) {
  const { t, locale } = useT();
  const client = useQueryClient();
  const form = useMergedForm<Medialist, ListValues>({
    thing: list,
    valuesOf,
    send: async (changes, version) => {
      const next = await call(medialists.change, { params: { id: list.id }, body: { version, ...bodyOf(changes) } });
      client.setQueryData(readList(list.id).queryKey, next);
      for (const read of LIST_READS.refreshes) void client.invalidateQueries({ queryKey: keyOf(read) });
    },
    readNow: () => client.fetchQuery(readList(list.id)),
    onSaved: onClose,
  });
  const { values, error, conflict } = form;
  const formatValue = (name: keyof ListValues, all: ListValues): string => {
    if (name === 'planned_for') return all.planned_for && formatDate(all.planned_for, 'long', locale);
    if (name === 'visibility') return t(`list.visibility.${all.visibility}`);
    if (name === 'subjects')
      return all.subjects.map((code) => nameOfCode(code, MAIN_SUBJECTS.find((one) => one.code === code)?.label ?? code)).join(', ');
    if (name === 'grades') return all.grades.join(', ');
    if (name === 'description') return new DOMParser().parseFromString(trustedHtml(all.description), 'text/html').body.textContent ?? '';
    if (name === 'cover')
      return (
        list.contents.find(({ identifier }) => identifier === all.cover)?.title ??
        t(`list.field.cover.${all.cover === 'none' ? 'none' : 'auto'}`)
      );
    return all[name];
  };
  const labels: Record<keyof ListValues, string> = {
    title: t('list.field.title'),
    description: t('list.field.description'),
    visibility: t('list.field.visibility'),
    subjects: t('list.field.subjects'),
    grades: t('list.field.grades'),
    planned_for: t('list.field.planned'),
    cover: t('list.field.cover'),
  };
  return (
    <FormDialog
      title={t('list.edit.title')}
      action={t(conflict && conflict.both.length > 0 ? 'list.conflict.keep' : 'app.save')}
      disabled={form.busy || values.title.trim() === ''}
      problem={error && !isShownAtField(error, AT) ? errorText(t, error) : null}
      onClose={onClose}
      onSend={form.submit}
    >
      {conflict && (
        <ConflictNote
          fields={conflict.both.map((name) => ({ name, label: labels[name], theirs: formatValue(name, conflict.theirs) }))}
          onTake={form.take}
        />
      )}
      <ListFields values={values} set={form.set} error={error} visibilities={[list.visibility]} media={list.contents} round={form.round} />
    </FormDialog>
  );
}
