import { admission, hasAccount, isAdvancedView, isCatalogueEditor, isDistrictAdmin, isSchoolAdmin } from '@fundus/contract/access';
import type { ClassLine } from '@fundus/contract/classes/classes';
import { uploads } from '@fundus/contract/files/uploads';
import { mails } from '@fundus/contract/mails/calls';
import { licences } from '@fundus/contract/licences/licences';
import { reviews } from '@fundus/contract/reviews/reviews';
import { routines } from '@fundus/contract/routines/routines';
import { schools } from '@fundus/contract/schools/schools';
import { href, screens } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  CircleAlert,
  FileUp,
  Flag,
  MailWarning,
  MessageCircleQuestion,
  ShoppingBag,
  UserCheck,
  UserPlus,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { query } from '../../api/query.ts';
import type { Todo } from '../../components/page/TodoList.tsx';
import { useSchoolTodo } from '../../components/schools/use-school-todo.tsx';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { loadLater } from '../../ui/load-later.tsx';

const UnsentMails = loadLater(async () => (await import('./UnsentMails.tsx')).UnsentMails);

/** Returns a task for each class that has open questions or requests to join. */
export const listClassTodos = (t: Translate, lines: readonly ClassLine[]): Todo[] =>
  lines
    .filter(({ role }) => role !== 'student')
    .flatMap(({ id, name, questions, applied }) => [
      {
        group: 'requests' as const,
        icon: <MessageCircleQuestion />,
        count: questions,
        words: t('home.todo.questions', { name, count: questions }),
        href: href('class', { id }),
      },
      {
        group: 'requests' as const,
        icon: <UserPlus />,
        count: applied,
        words: t('home.todo.applied', { name, count: applied }),
        href: href('class', { id }, { tab: 'learners' }),
      },
    ])
    .filter(({ count }) => count > 0);

/** Maximum number of media with pending uploads listed. */
const MAX_UPLOADS = 3;

/** Returns the pending tasks of users who manage a school, a district or the catalogue. Sends no requests for other users. */
export function useTodo(): { items: readonly Todo[]; isLoading: boolean; dialog: ReactNode } {
  const { t } = useT();
  const { user, config } = useSession();
  const person = user && hasAccount(user) ? user : null;
  const mayOpen = (name: 'school' | 'library' | 'medium-editing') =>
    person !== null && admission(screens[name], person, config) === 'admitted';
  const ofDistrict = person !== null && isDistrictAdmin(person) && mayOpen('school');
  const ofSchool = person !== null && isSchoolAdmin(person) && isAdvancedView(person) && mayOpen('school');
  const edits = person !== null && isCatalogueEditor(person) && mayOpen('library');
  const own = useQuery({ ...query(schools.own), enabled: ofSchool });
  const school = useSchoolTodo(own.data?.school ?? null);
  const all = useQuery({ ...query(schools.list, { query: { limit: 1 } }), staleTime: 0, enabled: ofDistrict });
  const found = useQuery({ ...query(reviews.reports, { query: { limit: 1 } }), staleTime: 0, enabled: edits });
  const ending = useQuery({ ...query(licences.list, { query: { limit: 1 } }), staleTime: 0, enabled: ofDistrict && mayOpen('library') });
  const uploaded = useQuery({ ...query(uploads.openUploads), staleTime: 0, enabled: edits && mayOpen('medium-editing') });
  const sold = useQuery({ ...query(schools.waiting), staleTime: 0, enabled: ofDistrict });
  const unsent = useQuery({ ...query(mails.unsent), staleTime: 0, enabled: ofDistrict });
  const rounds = useQuery({ ...query(routines.list), staleTime: 0, enabled: ofDistrict });
  const [asking, setAsking] = useState(false);
  const mailsOf = unsent.data ?? { waiting: 0, given_up: 0 };
  const waiting = all.data?.sums.waiting ?? 0;
  const reports = (found.data?.open ?? 0) + (found.data?.flagged ?? 0);
  const expiring = ending.data?.sums.expiring ?? 0;
  const orders = sold.data?.orders ?? 0;
  const broken = (rounds.data?.items ?? []).filter(({ state }) => state === 'failed').length;
  const district: Todo[] = [
    {
      group: 'requests',
      icon: <UserCheck />,
      count: waiting,
      words: t('schools.todo.waiting', { count: waiting }),
      href: href('school', {}, { state: 'pending_approval', tab: 'people' }),
    },
    {
      group: 'requests',
      icon: <ShoppingBag />,
      count: orders,
      words: t('home.todo.orders', { count: orders }),
      href: href('marketplace', {}, { tab: 'orders', all: '1' }),
    },
    {
      group: 'requests',
      icon: <Flag />,
      count: reports,
      words: t('home.todo.reports', { count: reports }),
      href: href('library', { tab: 'reports' }),
    },
    {
      group: 'upkeep',
      icon: <CalendarClock />,
      count: expiring,
      words: t('home.todo.expiring', { count: expiring }),
      href: href('library', { tab: 'licences' }, { view: 'manage', show: 'expiring' }),
    },
    ...(uploaded.data?.items ?? []).slice(0, MAX_UPLOADS).map(({ identifier, title, ...counts }) => ({
      group: 'upkeep' as const,
      icon: <FileUp />,
      count: counts.failed + counts.waiting,
      words: joinFacts([
        counts.failed > 0 && t('home.todo.uploads.failed', { title, count: counts.failed }),
        counts.waiting > 0 && t('home.todo.uploads.waiting', { title, count: counts.waiting }),
      ]),
      href: href('medium-editing', { id: identifier }, { tab: 'files' }),
    })),
    {
      group: 'upkeep',
      icon: <MailWarning />,
      count: mailsOf.waiting + mailsOf.given_up,
      words: t('home.todo.mails', { count: mailsOf.waiting + mailsOf.given_up }),
      onOpen: () => setAsking(true),
    },
    { group: 'upkeep', icon: <CircleAlert />, count: broken, words: t('routines.failed', { count: broken }), href: href('routines') },
  ];
  return {
    dialog: asking && <UnsentMails waiting={mailsOf.waiting} givenUp={mailsOf.given_up} onClose={() => setAsking(false)} />,
    items: [...school.items, ...district.filter(({ count }) => count > 0)],
    isLoading: [own, school, all, found, ending, uploaded, sold, unsent, rounds].some(({ isLoading }) => isLoading),
  };
}
