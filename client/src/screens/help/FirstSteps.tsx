import { classes } from '@fundus/contract/classes/classes';
import { library } from '@fundus/contract/library/library';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { query } from '../../api/query.ts';
import { queryAll } from '../../api/read-all.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import './help.css';

/** Shows a teacher's first steps. Existing data determine which steps are checked off. */
export function FirstSteps() {
  const { t } = useT();
  const own = useQuery({ ...queryAll(classes.list, { query: {} }), staleTime: 0 });
  const bookmarks = useQuery({ ...query(library.bookmarks, { query: { limit: 1 } }), staleTime: 0 });
  // Nothing is checked off until the data are loaded.
  const isKnown = own.data !== undefined && bookmarks.data !== undefined;
  const items = own.data?.items ?? [];
  const first = items[0];
  const ofClass = (tab: string) => (first ? href('class', { id: first.id }, { tab }) : href('classes'));
  const steps = [
    { name: 'bookmark', done: (bookmarks.data?.total ?? 0) > 0, to: href('search') },
    { name: 'class', done: items.length > 0, to: href('classes') },
    { name: 'learners', done: items.some(({ learners }) => learners > 0), to: ofClass('learners') },
    { name: 'share', done: items.some(({ media }) => media > 0), to: ofClass('') },
  ] as const;
  return (
    <section aria-labelledby="help-first" className="help-first">
      <h2 id="help-first">{t('help.firstSteps')}</h2>
      <ol>
        {steps.map(({ name, done, to }) => (
          <li key={name} data-done={(isKnown && done) || undefined}>
            {isKnown && done ? <CircleCheck /> : <CircleDashed />}
            <Link href={to}>{t(`help.step.${name}`)}</Link>
            {isKnown && <span className="sr">{t(done ? 'help.step.done' : 'help.step.open')}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
