import { CATEGORY_SLUG, MAX_CATEGORIES, news, type NewsCategory } from '@fundus/contract/news/news';
import { languageOf } from '@fundus/contract/locale';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { query, useCall } from '../../api/query.ts';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { useProblems } from '../../components/forms/use-problems.ts';
import { listServerProblems } from '../../components/forms/form-problems.ts';
import { languageName } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { slugOf } from './edit/edit-values.ts';
import { NEWS_READS, ruleText, newsErrorText } from './problems.ts';
import './news-screen.css';

/** Edited category. The slug is fixed if `stored` is set, and no longer follows the name if `named` is set. */
type Row = NewsCategory & { key: number; count: number; stored: boolean; named: boolean };
type RowControl = 'name' | 'up' | 'down' | 'remove';

/** Edits the names, slugs and order of the news categories. */
export function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const list = useQuery({ ...query(news.categories), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });
  if (list.data)
    return <Form begun={list.data.items.map((item, key) => ({ ...item, key, stored: true, named: true }))} onClose={onClose} />;
  return list.error ? (
    <ConfirmDialog title={t('news.categories')} action={t('app.save')} disabled onClose={onClose} onAction={onClose}>
      <Failed error={list.error} onRetry={() => void list.refetch()} />
    </ConfirmDialog>
  ) : null;
}

function Form({ begun, onClose }: { begun: Row[]; onClose: () => void }) {
  const { t } = useT();
  const { config } = useSession();
  const id = useId();
  const [rows, setRows] = useState(begun);
  const [count, setCount] = useState(begun.length);
  const [problems, setProblems] = useProblems(id);
  const focus = useFocus(id);
  const save = useCall(news.setCategories, NEWS_READS);
  // German is always included, because all other languages fall back to it.
  const languages = ['de', ...config.Locales.filter((code) => languageOf(code) !== 'de')];
  const change = (key: number, about: Partial<Row>) => setRows(rows.map((row) => (row.key === key ? { ...row, ...about } : row)));
  const move = (at: number, by: number) => {
    const next = [...rows];
    next.splice(at + by, 0, ...next.splice(at, 1));
    setRows(next);
    // At either end of the list, only one of the two buttons is enabled.
    const up = by < 0 ? at + by > 0 : at + by === rows.length - 1;
    focus(rows[at]!.key, up ? 'up' : 'down');
  };
  const remove = (at: number) => {
    setRows(rows.filter((_, i) => i !== at));
    focus((rows[at + 1] ?? rows[at - 1])?.key ?? null, 'remove');
  };
  const add = () => {
    setRows([...rows, { key: count, slug: '', labels: {}, count: 0, stored: false, named: false }]);
    setCount(count + 1);
    focus(count, 'name');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(rows);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const items = rows.map(({ slug, labels }) => ({
      slug,
      labels: Object.fromEntries(Object.entries(labels).filter(([, words]) => words.trim() !== '')),
    }));
    save.mutate(
      { body: { items, expected: begun.map(({ slug, labels }) => ({ slug, labels })) } },
      {
        onSuccess: () => {
          showSnackbar({ text: t('news.categories.saved'), type: 'success' });
          onClose();
        },
        onError: (error) => setProblems(byKey(listServerProblems(error), rows)),
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('news.categories')}
      action={t('app.save')}
      disabled={save.isPending}
      onClose={onClose}
      form={id}
      className="news-categories"
    >
      <form id={id} noValidate onSubmit={submit}>
        <p className="news-ask">{t('news.categories.hint')}</p>
        {save.error && save.error.code !== 'validation_failed' && <FormProblem>{newsErrorText(t, save.error)}</FormProblem>}
        <ol className="lines">
          {rows.map((row, at) => (
            <CategoryRow
              key={row.key}
              row={row}
              languages={languages}
              problems={problems}
              onChange={(about) => change(row.key, about)}
              onMove={(by) => move(at, by)}
              onRemove={() => remove(at)}
              isFirst={at === 0}
              isLast={at === rows.length - 1}
            />
          ))}
        </ol>
        {rows.length < MAX_CATEGORIES && (
          <Button variant="line" icon={<Plus />} data-control="add" onClick={add}>
            {t('news.category.add')}
          </Button>
        )}
      </form>
    </ConfirmDialog>
  );
}

/** Returns the violated rules, with keys such as `3.slug` for row and field. */
function problemsOf(rows: readonly Row[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { key, labels, slug } of rows) {
    if (!labels.de?.trim()) found[`${key}.labels.de`] = 'required';
    if (!CATEGORY_SLUG.test(slug)) found[`${key}.slug`] = slug === '' ? 'required' : 'slug';
    else if (rows.some((row) => row.slug === slug && row.key < key)) found[`${key}.slug`] = 'taken';
  }
  return found;
}

/** Returns the rules violated according to the server. Positions in the request are replaced by row keys. */
const byKey = (refused: Record<string, string>, rows: readonly Row[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(refused).map(([field, rule]) => [field.replace(/^items\.(\d+)/, (_, i) => String(rows[Number(i)]?.key)), rule]),
  );

type RowProps = {
  row: Row;
  languages: readonly string[];
  /** Violated rules by row and field. */
  problems: Record<string, string>;
  isFirst: boolean;
  isLast: boolean;
  onChange: (about: Partial<Row>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

/** Shows the names and the slug of a category, with buttons to move and remove it. */
function CategoryRow({ row, languages, problems, isFirst, isLast, onChange, onMove, onRemove }: RowProps) {
  const { t, locale } = useT();
  const label = row.labels.de?.trim() || t('news.category.new');
  const slugRule = problems[`${row.key}.slug`];
  const name = (language: string, words: string) =>
    onChange({
      labels: { ...row.labels, [language]: words },
      ...(!row.named && language === 'de' && { slug: slugOf(words) }),
    });
  return (
    <li>
      <div className="news-category-fields">
        {languages.map((code) => (
          <TextField
            key={code}
            {...(code === 'de' && rowControl(row.key, 'name'))}
            label={t('news.category.name', { language: languageName(code, locale) })}
            value={row.labels[code] ?? ''}
            lang={code}
            maxLength={40}
            error={ruleText(t, problems[`${row.key}.labels.${code}`])}
            onChange={(event) => name(code, event.target.value)}
          />
        ))}
        {!row.stored && (
          <TextField
            label={t('news.category.slug')}
            value={row.slug}
            maxLength={40}
            autoCapitalize="none"
            spellCheck={false}
            error={slugRule === 'slug' || slugRule === 'taken' ? t(`news.category.slug.${slugRule}`) : ruleText(t, slugRule)}
            onChange={(event) => onChange({ slug: event.target.value.toLowerCase(), named: true })}
          />
        )}
      </div>
      <div className="news-category-does">
        <span className="small-print">
          {row.stored && `${t('news.category.slug')}: ${row.slug} · `}
          {t('news.category.count', { count: row.count })}
        </span>
        <IconButton
          label={t('news.category.up', { name: label })}
          {...rowControl(row.key, 'up')}
          icon={<ArrowUp />}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t('news.category.down', { name: label })}
          {...rowControl(row.key, 'down')}
          icon={<ArrowDown />}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={t('news.category.remove', { name: label })}
          {...rowControl(row.key, 'remove')}
          icon={<Trash2 />}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

/** Returns the attribute that marks a focusable control of a row. */
const rowControl = (key: number, name: RowControl) => ({ 'data-control': `${key}-${name}` });

/** Returns a function that focuses a control after the next render, because moving or removing a row loses the focus. */
function useFocus(form: string) {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    document.getElementById(form)?.querySelector<HTMLElement>(`[data-control='${wanted.current}']`)?.focus();
    wanted.current = null;
  });
  return (key: number | null, name: RowControl): void => {
    wanted.current = key === null ? 'add' : `${key}-${name}`;
  };
}
