import { admission, isStudent } from '@fundus/contract/access';
import type { ErrorCode } from '@fundus/contract/errors';
import { screens } from '@fundus/contract/screens';
import { CalendarX2, CircleAlert, Lock, SearchX } from 'lucide-react';
import { mediaHref } from '../../../components/media/media-context.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { scopeHref, searchScope } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { requireLogin } from '../../../stores/login-required.ts';
import { useSession } from '../../../stores/session.ts';
import type { Neighbours } from '../../../stores/trail.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { AskTeacher } from './stage/AskTeacher.tsx';
import './medium.css';

type Props = {
  /** Error code, or `wrong_type` if the address names another kind of medium. */
  code: ErrorCode | 'wrong_type';
  identifier: string;
  /** List in which the medium was displayed. */
  back: Neighbours | null;
  onRetry: () => void;
  /** Correct address of the medium. */
  elsewhere?: string | undefined;
};

/** Shows why a medium is not available and what the user can do. */
export function MediumProblem({ code, identifier, back, onRetry, elsewhere }: Props) {
  const { t } = useT();
  const session = useSession();
  const scope = searchScope(session);
  const kind = kindOf(code);
  const Sign = SIGNS[kind];
  const inCatalogue = admission(screens['csearch-media-detail'], session.user || null, session.config) === 'admitted';
  const pupil = session.user && isStudent(session.user);
  return (
    <section className="medium-problem">
      <Sign />
      <PageHeading title={t(`media.problem.${kind}`)} />
      <p>{t(kind === 'licence' && inCatalogue && !pupil ? 'media.problem.licence.text.wish' : `media.problem.${kind}.text`)}</p>
      <p>
        {kind === 'failed' && (
          <Button variant="primary" onClick={onRetry}>
            {t('app.retry')}
          </Button>
        )}
        {elsewhere && (
          <ButtonLink variant="primary" href={elsewhere}>
            {t('media.problem.type.go')}
          </ButtonLink>
        )}
        {kind === 'login' && (
          <Button variant="primary" onClick={() => requireLogin(location.pathname + location.search, { forced: true })}>
            {t('login.action')}
          </Button>
        )}
        {kind === 'licence' && pupil && <AskTeacher identifier={identifier} />}
        {kind === 'licence' && inCatalogue && (
          <ButtonLink variant={pupil ? 'line' : 'primary'} href={mediaHref('catalogue', identifier)}>
            {t('media.problem.licence.look')}
          </ButtonLink>
        )}
        {back && (
          <ButtonLink variant="line" href={back.address}>
            {t(back.address.startsWith('/class') ? 'media.class.problem' : 'media.list.problem')}
          </ButtonLink>
        )}
        {scope && !back && (
          <ButtonLink
            flush={kind === 'licence' && pupil ? 'phone' : false}
            variant={kind === 'missing' || kind === 'expired' ? 'primary' : 'quiet'}
            href={scopeHref(scope)}
          >
            {t('media.toSearch')}
          </ButtonLink>
        )}
      </p>
    </section>
  );
}

const SIGNS = { type: SearchX, missing: SearchX, licence: Lock, login: Lock, expired: CalendarX2, failed: CircleAlert };

type Kind = 'type' | 'missing' | 'licence' | 'login' | 'expired' | 'failed';

function kindOf(code: Props['code']): Kind {
  if (code === 'wrong_type') return 'type';
  if (code === 'not_found' || code === 'validation_failed') return 'missing';
  if (code === 'licence_missing' || code === 'forbidden' || code === 'wrong_school') return 'licence';
  if (code === 'login_required') return 'login';
  return code === 'expired' || code === 'revoked' ? 'expired' : 'failed';
}
