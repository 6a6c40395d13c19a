import { ltiPlatforms, type Platform } from '@fundus/contract/lti/platforms';
import type { SchoolLine } from '@fundus/contract/schools/schools';
import { Ban, Check, RefreshCw, School, Settings, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { PlatformSettings } from './PlatformSettings.tsx';
import { SchoolPicker } from '../SchoolPicker.tsx';
import { showError } from '../problems.ts';
import '../../../components/lists/line.css';
import '../../../components/media/licence-badge.css';
import './platforms.css';

const READ = { refreshes: [ltiPlatforms.platforms] };

/** Shows a learning platform with its details and deployments, and lets the user block it. */
export function PlatformPanel({ platform }: { platform: Platform }) {
  const { t, locale } = useT();
  const [asking, setAsking] = useState<'remove' | 'settings' | { deploymentId: string } | null>(null);
  const change = useCall(ltiPlatforms.changePlatform, READ);
  const { id, name, state, version, deployments } = platform;
  const active = state === 'active';
  const set = (to: 'active' | 'disabled') => change.mutate({ params: { id }, body: { version, state: to } }, { onError: showError });
  return (
    <section className="platform" aria-labelledby={`platform-${id}`}>
      <header>
        <h2 id={`platform-${id}`}>{name}</h2>
        <p className={active ? 'state' : 'state warn'}>{t(`lti.admin.state.${state}`)}</p>
      </header>
      <p className="line-facts">
        <span>{platform.lti === '1.1' ? 'LTI 1.1' : platform.issuer}</span>
        <span>
          {t(platform.lti === '1.1' ? 'lti.admin.key' : 'lti.admin.client_id')} {platform.client_id}
        </span>
        {platform.product && <span>{platform.product}</span>}
        {platform.services.map((service) => (
          <span key={service}>{t(`lti.admin.service.${service}`)}</span>
        ))}
        {platform.dynamic && <span>{t('lti.admin.dynamic')}</span>}
        <span>
          {platform.last_visit_on
            ? t('lti.admin.lastVisit', { date: formatDate(platform.last_visit_on, 'long', locale) })
            : t('lti.admin.neverVisited')}
        </span>
      </p>
      <h3 className="small-print">{t(platform.lti === '1.1' ? 'lti.admin.school' : 'lti.admin.deployments')}</h3>
      <ul className="platform-deployments">
        {deployments.map((one) => (
          <li key={one.id}>
            {one.deployment && <code>{one.deployment}</code>}
            <span className={one.school ? undefined : 'state warn'}>{one.school?.name ?? t('lti.admin.pending')}</span>
            <Button flush="phone" icon={<School />} onClick={() => setAsking({ deploymentId: one.id })}>
              {t('lti.admin.assign')}
            </Button>
          </li>
        ))}
      </ul>
      <PlatformProblems platform={platform} />
      <div className="platforms-tools">
        <Button
          variant="line"
          icon={<Settings />}
          aria-label={t('lti.admin.settings.title', { name })}
          onClick={() => setAsking('settings')}
        >
          {t('lti.admin.settings')}
        </Button>
        <Button
          variant="line"
          icon={active ? <Ban /> : <Check />}
          disabled={change.isPending}
          onClick={() => set(active ? 'disabled' : 'active')}
        >
          {t(active ? 'lti.admin.disable' : 'lti.admin.enable')}
        </Button>
        <Button icon={<Trash2 />} onClick={() => setAsking('remove')}>
          {t('lti.admin.remove')}
        </Button>
      </div>
      {asking === 'remove' && <RemovePlatform platform={platform} onClose={() => setAsking(null)} />}
      {asking === 'settings' && <PlatformSettings platform={platform} onClose={() => setAsking(null)} />}
      {asking !== null && typeof asking !== 'string' && (
        <AssignSchool id={id} deploymentId={asking.deploymentId} onClose={() => setAsking(null)} />
      )}
    </section>
  );
}

/** Shows grades that the platform has not received and member lists that it has not sent. */
function PlatformProblems({ platform: { id, trouble } }: { platform: Platform }) {
  const { t } = useT();
  const again = useCall(ltiPlatforms.sendGradesAgain, READ);
  const { waiting, refused, rosters, problem } = trouble;
  const grades = waiting + refused;
  if (!problem) return null;
  const facts = [
    waiting > 0 && t('lti.admin.trouble.waiting', { count: waiting }),
    refused > 0 && t('lti.admin.trouble.refused', { count: refused }),
    rosters > 0 && t('lti.admin.trouble.rosters', { count: rosters }),
  ].filter(Boolean);
  return (
    <div className="platform-trouble">
      <p className="state warn">{joinFacts(facts)}</p>
      <p className="small-print">{t('lti.admin.trouble.said', { problem })}</p>
      {grades > 0 && (
        <Button
          icon={<RefreshCw />}
          disabled={again.isPending}
          onClick={() =>
            again.mutate(
              { params: { id } },
              { onSuccess: () => showSnackbar({ text: t('lti.admin.again.done'), type: 'success' }), onError: showError },
            )
          }
        >
          {t('lti.admin.again')}
        </Button>
      )}
    </div>
  );
}

function RemovePlatform({ platform: { id, name }, onClose }: { platform: Platform; onClose: () => void }) {
  const { t } = useT();
  const remove = useCall(ltiPlatforms.removePlatform, READ);
  return (
    <ConfirmDialog
      title={t('lti.admin.remove.title', { name })}
      action={t('lti.admin.remove')}
      disabled={remove.isPending}
      onClose={onClose}
      onAction={() => remove.mutate({ params: { id } }, { onSuccess: onClose, onError: showError })}
    >
      <p>{t('lti.admin.remove.hint')}</p>
    </ConfirmDialog>
  );
}

function AssignSchool({ id, deploymentId, onClose }: { id: string; deploymentId: string; onClose: () => void }) {
  const { t } = useT();
  const [school, setSchool] = useState<SchoolLine | null>(null);
  const assign = useCall(ltiPlatforms.setDeployment, READ);
  const send = (school_id: string | null) =>
    assign.mutate({ params: { id, deploymentId }, body: { school_id } }, { onSuccess: onClose, onError: showError });
  return (
    <ConfirmDialog
      title={t('lti.admin.assign')}
      action={t('lti.admin.save')}
      disabled={!school || assign.isPending}
      others={
        <Button variant="line" disabled={assign.isPending} onClick={() => send(null)}>
          {t('lti.admin.withdraw')}
        </Button>
      }
      onClose={onClose}
      onAction={() => school && send(school.id)}
    >
      <SchoolPicker label={t('lti.admin.school')} chosen={school?.id ?? ''} onChoose={setSchool} />
    </ConfirmDialog>
  );
}
