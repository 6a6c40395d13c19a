import { admission } from '@fundus/contract/access';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { screens } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { useSession } from '../../stores/session.ts';
import { subjectOf } from '../../theme/subject-styles.ts';
import { useDesk } from '../../ui/use-width.ts';
import './credential-frame.css';

/** Shows covers of the three newest media as decoration on wide screens. */
export function CoverWall() {
  const { user, config } = useSession();
  const open = useDesk() && admission(screens.csearch, user || null, config) === 'admitted';
  const { data } = useQuery({ ...query(catalogue.catalogueSearch, { query: { sort: 'newest', limit: 3 } }), enabled: open });
  return (
    <div className="board" aria-hidden="true">
      {data?.items.map((item) => (
        <span key={item.identifier} className="board-cover" data-subject={subjectOf(item.fn_geb)?.key}>
          <img src={`${item.cover}?size=2`} alt="" />
        </span>
      ))}
    </div>
  );
}
