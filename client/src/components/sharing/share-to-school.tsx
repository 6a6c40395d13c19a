import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { School } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { shareBody, type MediumToShare } from './shared.ts';
import { SHARED_READS } from './shared-reads.ts';
import { useNextOfShared } from './use-next-of-shared.ts';
import { bodyOf, EMPTY_SHARE_TERMS, ShareTermsFields, areShareTermsValid } from './ShareTermsFields.tsx';
import './sharing.css';
import type { ShareTarget } from './share-target.ts';
import { TermsFold } from './TermsFold.tsx';

/** Share target "whole school". The school's name is shown because sharing with it affects many people. */
export function useShareToSchool(media: readonly MediumToShare[]): ShareTarget {
  const { t } = useT();
  const { user } = useSession();
  const [words, setWords] = useState(EMPTY_SHARE_TERMS);
  const share = useCall(sharedMedia.share, SHARED_READS);
  const nextOf = useNextOfShared();
  return {
    ready: areShareTermsValid(words),
    pending: share.isPending,
    error: share.error,
    send: (done) =>
      share.mutate(
        { body: { ...shareBody(media), school: true, ...bodyOf(words) } },
        { onSuccess: (reply) => done(t('share.school.all'), reply, nextOf(reply, media.length)) },
      ),
    fields: (
      <>
        <p className="share-school">
          <School aria-hidden="true" />
          <span>
            <strong>{(user && user.schulname) || t('share.school.own')}</strong>
            <span className="small-print">{t('share.school.hint')}</span>
          </span>
        </p>
        <TermsFold words="message" filled={words.message.trim() !== ''} days={words}>
          <ShareTermsFields to="school" values={words} set={setWords} />
        </TermsFold>
      </>
    ),
  };
}
