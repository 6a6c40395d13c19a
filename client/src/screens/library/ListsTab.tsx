import { isStudent } from '@fundus/contract/access';
import type { ListScope } from '@fundus/contract/medialists/rules';
import { ListsOverview } from '../../components/medialists/ListsOverview.tsx';
import { readTab, tabHref } from '../../components/medialists/overview-view.ts';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Segment } from '../../ui/fields/Segment.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { usePhone } from '../../ui/use-width.ts';
import '../../components/lists/shelf.css';

/** Shows the user's media lists and lists of others that the user can view. Learners see the lists released to them. */
export function ListsTab({ search, go }: Pick<ScreenProps<'library'>, 'search' | 'go'>) {
  const { t } = useT();
  const { user } = useSession();
  const pupil = Boolean(user && isStudent(user));
  const first = pupil ? 'released' : 'mine';
  const view = readTab(search, first);
  // The four scopes of staff do not fit side by side on a phone.
  const inBar = usePhone() && !pupil;
  return (
    <ListsOverview
      view={view}
      hrefOf={(next) => tabHref(next, first)}
      go={go}
      inBar={inBar}
      switcher={(scopes, hrefOf) => {
        const choice = {
          label: t('lists.scopes'),
          value: view.scope,
          options: scopes.map((value) => ({
            value,
            label: t(pupil && value === 'mine' ? 'lists.scope.mine.pupil' : `lists.scope.${value}`),
          })),
          onChange: (scope: ListScope) => go(hrefOf(scope), { replace: true }),
        };
        if (scopes.length < 2) return null;
        return inBar ? (
          <Select {...choice} />
        ) : (
          <div className="shelf-head">
            <Segment {...choice} />
          </div>
        );
      }}
    />
  );
}
