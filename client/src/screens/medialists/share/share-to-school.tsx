import { today } from '@fundus/contract/days';
import { medialists, type Medialist } from '@fundus/contract/medialists/medialists';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { areDaysValid } from '../../../components/classes/TermsFields.tsx';
import { LIST_READS, SHARING_READS } from '../../../components/medialists/reads.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import {
  bodyOfTerms,
  EmptyListNote,
  ExistingRelease,
  NO_RELEASE_TERMS,
  ReleaseTermsFields,
  releasedMessage,
  useRunningReleases,
} from './release-terms.tsx';
import { mayShowToStaff } from './may-show-to-staff.ts';
import type { ListTarget } from './list-target.ts';
import '../../../ui/fields/field.css';

/** Makes a list visible to the staff of the school, or releases it to all learners of the school. */
export function useShareToSchool(list: Medialist): ListTarget {
  const { t } = useT();
  const session = useSession();
  const [staff, setStaff] = useState(list.visibility === 'school');
  const [learners, setLearners] = useState(false);
  const [terms, setTerms] = useState(NO_RELEASE_TERMS);
  const change = useCall(medialists.change, LIST_READS);
  const release = useCall(medialistSharing.release, SHARING_READS);
  const undo = useUndo(LIST_READS);
  const had = useRunningReleases(list).find(({ target }) => target === 'school');
  const offersStaff = mayShowToStaff(session, list);
  const changed = offersStaff && staff !== (list.visibility === 'school');
  const params = { id: list.id };
  const sendAll = async (done: Parameters<ListTarget['send']>[0]) => {
    const now = changed
      ? await change.mutateAsync({ params, body: { version: list.version, visibility: staff ? 'school' : 'private' } })
      : null;
    const reply = learners ? await release.mutateAsync({ params, body: { school: true, ...bodyOfTerms(terms) } }) : null;
    if (reply) done(releasedMessage(t, list, t('list.release.school.done'), reply.unlicensed));
    else if (now)
      done({
        text: t(staff ? 'list.share.staff.done' : 'list.share.staff.hidden', { title: list.title }),
        type: 'success',
        action: undo(medialists.change, { params, body: { version: now.version, visibility: list.visibility } }),
      });
  };
  return {
    ready: (changed || learners) && (!learners || (list.contents.length > 0 && areDaysValid(terms, today(new Date())))),
    pending: change.isPending || release.isPending,
    error: change.error ?? release.error,
    action: t(learners || (changed && staff) ? 'list.release' : 'app.save'),
    // The dialog shows the error.
    send: (done) => void sendAll(done).catch(() => {}),
    fields: (
      <>
        {offersStaff && (
          <Checkbox
            label={t('list.share.staff')}
            hint={t('list.share.staff.hint')}
            checked={staff}
            onChange={(event) => setStaff(event.target.checked)}
          />
        )}
        {list.can.releaseToSchool && (
          <label className="check">
            <input type="checkbox" checked={learners} onChange={(event) => setLearners(event.target.checked)} />
            <span>
              {t('list.share.pupils')}
              <span className="small-print">{had ? <ExistingRelease release={had} /> : t('list.release.school.hint')}</span>
            </span>
          </label>
        )}
        {learners && <EmptyListNote list={list} />}
        {learners && <ReleaseTermsFields values={terms} set={setTerms} />}
      </>
    ),
  };
}
