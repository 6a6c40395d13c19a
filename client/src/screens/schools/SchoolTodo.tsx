import type { School } from '@fundus/contract/schools/schools';
import { Failed } from '../../components/page/Failed.tsx';
import { TodoList } from '../../components/page/TodoList.tsx';
import { useSchoolTodo } from '../../components/schools/use-school-todo.tsx';
import { useT } from '../../i18n/translate.ts';
import './schools.css';

/** Lists the pending tasks of a school for its managers. */
export function SchoolTodo({ school, id }: { school: School; id: string }) {
  const { t } = useT();
  const { manages, items, isLoading, failed } = useSchoolTodo(school, id);
  if (failed?.error) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!manages || isLoading) return null;
  return (
    <section className="school-todo" aria-label={t('schools.todo')}>
      <h2>{t('schools.todo')}</h2>
      {items.length === 0 ? <p className="quiet">{t('schools.todo.none')}</p> : <TodoList items={items} />}
    </section>
  );
}
