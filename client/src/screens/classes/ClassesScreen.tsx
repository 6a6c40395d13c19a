import { isStudent } from '@fundus/contract/access';
import { classes } from '@fundus/contract/classes/classes';
import type { Reply } from '@fundus/contract/endpoint';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { PageTabs } from '../../components/page/PageTabs.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { PagedList } from '../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../components/lists/use-page.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Bar, PlaceholderLines } from '../../ui/Skeleton.tsx';
import { CLASSES_PAGE, classesHref, classHref, readClasses, type ClassList } from './class-view.ts';
import { ClassCard } from './ClassCard.tsx';
import '../../components/classes/class-forms.css';
import './classes.css';
import { JoinClass } from './JoinClass.tsx';
import { loadLater } from '../../ui/load-later.tsx';

const ChooseClassForSheet = loadLater(async () => (await import('./codes/ChooseClassForSheet.tsx')).ChooseClassForSheet);
const CodesWithoutClass = loadLater(async () => (await import('./codes/CodesWithoutClass.tsx')).CodesWithoutClass, PlaceholderLines);
const NewClass = loadLater(async () => (await import('./NewClass.tsx')).NewClass);

/** Shows a teacher's own, shared and archived classes, or the classes of a learner (docs/behaviour/classes.md#lists). */
export function Screen({ search, go }: ScreenProps<'classes'>) {
  const { t } = useT();
  const { user } = useSession();
  const [making, setMaking] = useState(false);
  const view = readClasses(search);
  const learner = Boolean(user && isStudent(user));
  const byCode = Boolean(user && user.by_code);
  const codes = view.show === 'codes';
  const list = usePage(classes.list, {
    query: codes ? { limit: 1 } : { show: view.show as Exclude<ClassList, 'codes'>, year: view.year, ...rowsOf(view.page, CLASSES_PAGE) },
  });
  const reply = list.data;
  const creates = reply?.can.create ?? false;
  const tabs = learner ? [] : tabsOf(view.show, reply);
  const show = (about: Partial<typeof view>) => go(classesHref({ ...view, page: 1, ...about }), { replace: true });
  return (
    <div className="wrap classes-page">
      <div className="class-title">
        <PageHeading title={t(learner ? 'classes.title.pupil' : 'classes.title')} />
        {reply?.can.create && (
          <Button variant="primary" icon={<Plus />} onClick={() => setMaking(true)}>
            {t('classes.new')}
          </Button>
        )}
      </div>
      {tabs.length > 1 && (
        <PageTabs
          label={t('classes.lists')}
          tabs={tabs.map((name) => ({
            href: classesHref({ show: name }),
            label: t(`classes.show.${name}`),
            count: name === 'codes' ? reply?.codes_without_class : reply?.counts[name],
            current: name === view.show,
          }))}
        />
      )}
      {!codes && ((reply && reply.years.length > 1) || view.year !== '') && (
        <YearFilter year={view.year} years={reply?.years ?? []} onYear={(year) => show({ year })} />
      )}
      {codes ? (
        <CodesWithoutClass page={view.page} onPage={(page) => show({ page })} />
      ) : (
        <PagedList
          list={list}
          label={t('classes.title')}
          onPage={(page) => show({ page })}
          waiting={
            <div className="class-cards" aria-hidden="true">
              {[0, 1, 2].map((i) => (
                <Bar key={i} width="100%" height="10rem" />
              ))}
            </div>
          }
          empty={
            <EmptyState icon={<Users />} title={t(`classes.none.${emptyKind(view.show, learner, byCode, creates)}`)}>
              <p>{t(`classes.none.${emptyKind(view.show, learner, byCode, creates)}.hint`)}</p>
              {view.show === 'own' && creates && (
                <Button variant="line" icon={<Plus />} onClick={() => setMaking(true)}>
                  {t('classes.new')}
                </Button>
              )}
            </EmptyState>
          }
        >
          {(reply) => (
            <ul className="class-cards" data-large={learner || undefined}>
              {reply.items.map((item) => (
                <li key={item.id}>
                  <ClassCard item={item} learner={learner} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      )}
      {reply?.can.join && <JoinClass given={view.code} go={go} />}
      {view.sheet && reply?.can.create && (
        <ChooseClassForSheet sheet={view.sheet} onClose={() => show({})} onDone={(id) => go(classHref(id, { tab: 'learners' }))} />
      )}
      {making && <NewClass onClose={() => setMaking(false)} onMade={(id) => go(classHref(id, { tab: 'learners' }))} />}
    </div>
  );
}

/** Returns the lists that a teacher can open: own classes, the current list, and all other lists that are not empty. */
function tabsOf(shown: ClassList, reply: Reply<typeof classes.list> | undefined): ClassList[] {
  const { counts, can, codes_without_class: codes } = reply ?? {};
  const filled: Record<ClassList, unknown> = {
    own: true,
    shared: counts?.shared,
    archived: counts?.archived,
    school: can?.seeSchool,
    deleted: counts?.deleted,
    codes,
  };
  return (Object.keys(filled) as ClassList[]).filter((name) => name === shown || filled[name]);
}

function YearFilter({ year, years, onYear }: { year: string; years: readonly string[]; onYear: (year: string) => void }) {
  const { t } = useT();
  return (
    <div className="class-bar">
      <Select
        label={t('classes.year')}
        value={year}
        options={[
          { value: '', label: t('classes.year.all') },
          ...[...new Set([...years, year])].filter(Boolean).map((value) => ({ value, label: t('classes.year.one', { year: value }) })),
        ]}
        onChange={onYear}
      />
    </div>
  );
}

function emptyKind(show: ClassList, learner: boolean, byCode: boolean, creates: boolean) {
  if (byCode) return 'code' as const;
  if (learner) return 'pupil' as const;
  return show === 'codes' || (show === 'own' && !creates) ? ('made' as const) : show;
}
