import type { AppError } from '@fundus/contract/errors';
import { medialistItems, type ListItem } from '@fundus/contract/medialists/items';
import { ITEM_NOTE_LENGTH, TEXT_LENGTH, TITLE_LENGTH, type Medialist } from '@fundus/contract/medialists/medialists';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { keyOf } from '../../../api/query.ts';
import { isShownAtField, problemTextAt } from '../../../components/forms/form-problems.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { ConflictNote } from '../../../components/medialists/ConflictNote.tsx';
import { readList } from '../../../components/medialists/read-list.ts';
import { ITEM_READS, errorText } from '../../../components/medialists/reads.ts';
import { useMergedForm } from '../../../components/medialists/use-merged-form.ts';
import { useT } from '../../../i18n/translate.ts';
import { parseTime } from '../../../i18n/parse-time.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { FIELDS_OF, itemValuesOf, type ItemValues } from './item-fields.ts';
import { itemName } from '../ItemRow.tsx';
import '../../../components/medialists/list-fields.css';

const AT = ['title', 'url', 'body', 'start_s', 'end_s', 'note_teacher', 'note_learner'];

/** Converts form values to the request body. */
const bodyOf = ({ start, end, ...others }: Partial<ItemValues>) => ({
  ...others,
  ...(start !== undefined && { start_s: parseTime(start) ?? 0 }),
  ...(end !== undefined && { end_s: parseTime(end) ?? 0 }),
});

/** Edits the notes of an item and the fields that its kind has. */
export function ItemDialog({ list, item, onClose }: { list: Medialist; item: ListItem; onClose: () => void }) {
  const { t } = useT();
  const client = useQueryClient();
  const form = useMergedForm<ListItem, ItemValues>({
    thing: item,
    valuesOf: itemValuesOf,
    send: async (changes, version) => {
      await call(medialistItems.changeItem, { params: { id: list.id, itemId: item.id }, body: { version, ...bodyOf(changes) } });
      for (const read of ITEM_READS.refreshes) void client.invalidateQueries({ queryKey: keyOf(read) });
    },
    readNow: async () => (await client.fetchQuery(readList(list.id))).contents.find(({ id }) => id === item.id) ?? null,
    onSaved: onClose,
  });
  const { values, set, error } = form;
  const fields = FIELDS_OF[item.kind] ?? [];
  const errorOf = (name: string) => problemTextAt(t, error, name, (refusal) => errorText(t, refusal));
  const labels: Record<keyof ItemValues, string> = {
    title: t('list.item.title'),
    url: t('list.item.url'),
    body: t('list.item.body'),
    start: t('edit.chapter.start'),
    end: t('edit.chapter.end'),
    note_teacher: t('list.item.noteTeacher'),
    note_learner: t('list.item.noteLearner'),
  };
  const [start, end] = [parseTime(values.start), parseTime(values.end)];
  const timesWrong = fields.includes('times') && (start === null || end === null || end - start < 1);
  const empty = (fields.includes('title') && values.title.trim() === '') || (fields.includes('body') && values.body.trim() === '');
  return (
    <FormDialog
      title={t('list.item.change.title', { title: itemName(item) })}
      action={t(form.conflict && form.conflict.both.length > 0 ? 'list.conflict.keep' : 'app.save')}
      disabled={form.busy || timesWrong || empty}
      problem={error && !isShownAtField(error, AT) ? formatItemError(t, error) : null}
      onClose={onClose}
      onSend={form.submit}
    >
      {form.conflict && (
        <ConflictNote
          fields={form.conflict.both.map((name) => ({ name, label: labels[name], theirs: form.conflict!.theirs[name] }))}
          onTake={form.take}
        />
      )}
      {fields.includes('url') && (
        <TextField
          label={labels.url}
          type="url"
          value={values.url}
          maxLength={2_000}
          error={errorOf('url') && t('list.item.url.wrong')}
          onChange={(event) => set({ url: event.target.value })}
        />
      )}
      {fields.includes('title') && (
        <TextField
          label={labels.title}
          value={values.title}
          maxLength={TITLE_LENGTH}
          error={errorOf('title')}
          onChange={(event) => set({ title: event.target.value })}
        />
      )}
      {fields.includes('times') && (
        <div className="list-fields">
          <TextField
            label={labels.start}
            hint={t('edit.chapter.time.wrong')}
            value={values.start}
            error={errorOf('start_s')}
            onChange={(event) => set({ start: event.target.value })}
          />
          <TextField
            label={labels.end}
            hint={t('edit.chapter.time.wrong')}
            value={values.end}
            error={timesWrong ? t('excerpts.end.wrong') : errorOf('end_s')}
            onChange={(event) => set({ end: event.target.value })}
          />
        </div>
      )}
      {fields.includes('body') && (
        <TextArea
          label={labels.body}
          rows={5}
          value={values.body}
          maxLength={TEXT_LENGTH}
          error={errorOf('body')}
          onChange={(event) => set({ body: event.target.value })}
        />
      )}
      <TextArea
        label={labels.note_learner}
        hint={t('list.item.noteLearner.hint')}
        value={values.note_learner}
        maxLength={ITEM_NOTE_LENGTH}
        error={errorOf('note_learner')}
        onChange={(event) => set({ note_learner: event.target.value })}
      />
      <TextArea
        label={labels.note_teacher}
        hint={t('list.item.noteTeacher.hint')}
        value={values.note_teacher}
        maxLength={ITEM_NOTE_LENGTH}
        error={errorOf('note_teacher')}
        onChange={(event) => set({ note_teacher: event.target.value })}
      />
    </FormDialog>
  );
}

const formatItemError = (t: ReturnType<typeof useT>['t'], error: AppError): string =>
  error.code === 'not_found' ? t('list.item.gone') : errorText(t, error);
