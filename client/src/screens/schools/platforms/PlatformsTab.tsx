import { ltiPlatforms, type Platform } from '@fundus/contract/lti/platforms';
import { useQuery } from '@tanstack/react-query';
import { GraduationCap, KeyRound, Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { InvitePlatform } from './InvitePlatform.tsx';
import { KeyForm } from './KeyForm.tsx';
import { PlatformForm } from './PlatformForm.tsx';
import { PlatformPanel } from './PlatformPanel.tsx';
import { ToolValuesList } from './ToolValuesList.tsx';
import { showError } from '../problems.ts';
import './platforms.css';

type Open = 'invite' | 'add' | 'key' | null;
const READ = { refreshes: [ltiPlatforms.platforms] };

/** Lists the learning platforms of the district (docs/behaviour/lti.md#platforms). */
export function PlatformsTab() {
  const { t, locale } = useT();
  const [open, setOpen] = useState<Open>(null);
  const read = useQuery({ ...query(ltiPlatforms.platforms), staleTime: 0 });
  const takeBack = useCall(ltiPlatforms.removeRegistration, READ);
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <PlaceholderLines />;
  const { platforms, registrations, values } = read.data;
  const waiting = platforms.filter((platform) => platform.deployments.some(({ state }) => state === 'pending'));
  const inOrder: Platform[] = [...waiting, ...platforms.filter((platform) => !waiting.includes(platform))];
  return (
    <div className="platforms">
      <p className="quiet">{t('lti.admin.hint')}</p>
      <div className="platforms-tools">
        <Button variant="primary" icon={<Link2 />} onClick={() => setOpen('invite')}>
          {t('lti.admin.invite')}
        </Button>
        <Button variant="line" icon={<Plus />} onClick={() => setOpen('add')}>
          {t('lti.admin.add')}
        </Button>
        {values.form_url !== null && (
          <Button variant="line" icon={<KeyRound />} onClick={() => setOpen('key')}>
            {t('lti.admin.key.add')}
          </Button>
        )}
      </div>
      {registrations.map(({ id, school, expires_at }) => (
        <p key={id} className="platforms-open">
          <span>{t('lti.admin.invited', { school: school.name, date: formatDate(expires_at, 'long', locale) })}</span>
          <Button disabled={takeBack.isPending} onClick={() => takeBack.mutate({ params: { id } }, { onError: showError })}>
            {t('lti.admin.invited.remove')}
          </Button>
        </p>
      ))}
      {platforms.length === 0 && (
        <EmptyState icon={<GraduationCap />} title={t('lti.admin.none')}>
          <p>{t('lti.admin.none.hint')}</p>
        </EmptyState>
      )}
      {inOrder.map((platform) => (
        <PlatformPanel key={platform.id} platform={platform} />
      ))}
      <ToolValuesList values={values} />
      {open === 'invite' && <InvitePlatform onClose={() => setOpen(null)} />}
      {open === 'key' && values.form_url !== null && <KeyForm address={values.form_url} onClose={() => setOpen(null)} />}
      {open === 'add' && <PlatformForm onClose={() => setOpen(null)} />}
    </div>
  );
}
