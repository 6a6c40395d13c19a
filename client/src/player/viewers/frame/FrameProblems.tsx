import type { PackageNotice } from '@fundus/contract/files/packages';
import { CircleAlert } from 'lucide-react';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { Note } from '../../../ui/Note.tsx';
import type { FrameTrouble } from './frame-messages.ts';
import './frame-viewer.css';

type Props = {
  notices: readonly PackageNotice[];
  troubles: readonly FrameTrouble[];
  /** Hosts that the package needs but the district does not allow, as text. */ refused: string | null;
};

/** Shows below a package which of its parts do not work and why. */
export function FrameProblems({ notices, troubles, refused }: Props) {
  const { t } = useT();
  const words = describeTroubles(notices, troubles, refused, t);
  if (words.length === 0) return null;
  return (
    <div className="frame-troubles">
      {words.map((text) => (
        <Note key={text} tone="bad" role="status">
          <CircleAlert />
          <p>{text}</p>
        </Note>
      ))}
    </div>
  );
}

const NAMED = 5;

function describeTroubles(
  notices: readonly PackageNotice[],
  troubles: readonly FrameTrouble[],
  refused: string | null,
  t: Translate,
): string[] {
  const missing = troubles.filter(({ trouble }) => trouble === 'missing').map(({ name }) => name);
  const blocked = troubles.filter(({ trouble }) => trouble === 'blocked').map(({ name }) => name);
  const noticed = notices.filter(({ code }) => code === 'missing_files').flatMap(({ names }) => names.split(', '));
  const lost = [...new Set([...missing, ...noticed])];
  return [
    ...(lost.length > 0 ? [t('player.package.missing', { names: lost.slice(0, NAMED).join(', '), count: lost.length })] : []),
    ...(notices.some(({ code }) => code === 'flash_parts') ? [t('player.package.flash')] : []),
    ...(refused !== null ? [t('player.hosts.refused', { hosts: refused })] : []),
    ...(blocked.length > 0 && refused === null ? [t('player.package.blocked', { hosts: blocked.slice(0, NAMED).join(', ') })] : []),
    ...(troubles.some(({ trouble }) => trouble === 'origin') ? [t('player.package.origin')] : []),
  ];
}
