import type { UnitState } from '@fundus/contract/assignments/assignments';
import { PACKAGE_SANDBOX } from '@fundus/contract/files/package-sandbox';
import { ExternalLink } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FrameProblems } from './FrameProblems.tsx';
import { folderOf, frameName } from './package-frame.ts';
import { UnitNavigation } from './UnitNavigation.tsx';
import { useFrameMessages } from './use-frame-messages.ts';
import { useForeignHosts } from './use-foreign-hosts.ts';
import type { ViewerProps } from '../viewer-props.ts';
import { ViewerFrame } from '../ViewerFrame.tsx';
import { ViewerFailed, ViewerLoading } from '../ViewerState.tsx';
import '../../../ui/button.css';
import './frame-viewer.css';
import '../viewer-frame.css';

/** Returns the address of the page that plays exercises. It is on the same host as the files. */
function playerAddress(href: string): string {
  const { origin, pathname } = new URL(href, location.href);
  // Names the learning platform that embeds the player. The player can be embedded there if the portal knows the platform.
  const platform = new URLSearchParams(location.search).get('platform');
  const player = `/h5p/player.html?${new URLSearchParams({ content: pathname, ...(platform && { platform }) })}`;
  return origin === location.origin ? player : origin + player;
}

type States = Record<string, UnitState>;

/**
 * Runs third-party code: exercises (H5P) and online packages. The frame has an opaque origin, because `allow-same-origin` is missing, so it cannot
 * access the session or the enclosing page.
 */
export function FrameViewer(props: ViewerProps) {
  const { part, title } = props;
  const { t } = useT();
  const { package: about } = part.sources[0]!;
  const exercise = part.viewer === 'h5p';
  const label = t(exercise ? 'player.h5p' : 'player.package', { title });
  const hosts = useForeignHosts(about?.hosts ?? []);
  const [agreed, setAgreed] = useState(false);
  const stored = useStoredStates(props);
  if (stored === undefined || hosts.state === 'loading')
    return (
      <ViewerFrame kind="waiting" label={label}>
        <ViewerLoading />
      </ViewerFrame>
    );
  if (hosts.state === 'allowed' && !agreed)
    return (
      <ViewerFrame kind="waiting" label={label}>
        <div className="viewer-state">
          <p>{t('player.hosts.ask', { hosts: hosts.names })}</p>
          <Button variant="primary" onClick={() => setAgreed(true)}>
            {t('player.hosts.load')}
          </Button>
        </div>
      </ViewerFrame>
    );
  return <Framed {...props} label={label} stored={stored} refused={hosts.state === 'refused' ? hosts.names : null} />;
}

/** Returns the states stored in an earlier session. Undefined while loading, `null` if there are none. */
function useStoredStates({ part, reports }: ViewerProps): States | null | undefined {
  const scorm = part.sources[0]!.package?.units.some((unit) => unit.scorm !== null) ?? false;
  const [stored, setStored] = useState<States | null | undefined>(scorm && reports ? undefined : null);
  const load = useEffectEvent(() => reports?.loadUnits() ?? Promise.resolve(null));
  useEffect(() => {
    if (!scorm) return;
    let ended = false;
    // If the states cannot be loaded, the package starts from the beginning.
    void load()
      .catch(() => null)
      .then((found) => ended || setStored(found));
    return () => {
      ended = true;
    };
  }, [scorm]);
  return stored;
}

type FramedProps = ViewerProps & { label: string; stored: States | null; refused: string | null };

function Framed({ part, label, stored, refused, onRetry, reports }: FramedProps) {
  const { t } = useT();
  const frame = useRef<HTMLIFrameElement>(null);
  const [at, setAt] = useState(0);
  const [states, setStates] = useState<States>(stored ?? {});
  const latest = useRef<string | null>(null);
  const exercise = part.viewer === 'h5p';
  const { href, package: about, own_origin: ownOrigin } = part.sources[0]!;
  const units = about?.units ?? [];
  const unit = units[at] ?? null;
  const start = unit ? folderOf(href) + unit.href : href.endsWith('/') ? `${href}index.html` : href;
  const address = exercise ? playerAddress(href) : start;
  const { height, failed, troubles, clear } = useFrameMessages(frame, {
    onScore: (percent) => reports?.onScore(percent),
    onKept: (text) => {
      latest.current = text;
    },
    onUnit: (id, state) => {
      if (id !== unit?.id) return;
      setStates((known) => ({ ...known, [id]: state }));
      reports?.onUnit(id, state);
    },
  });
  // Set only once per unit, because changing the name later would clear the package's storage.
  const [name, setName] = useState(() => nameOf(0, states, null));
  function nameOf(index: number, known: States, storage: string | null): string {
    const opened = units[index] ?? null;
    return frameName({
      unit: opened,
      state: opened ? known[opened.id] : undefined,
      counts: stored !== null,
      learner: t('player.unit.learner'),
      kept: storage,
    });
  }
  const pick = (next: number): void => {
    setName(nameOf(next, states, latest.current));
    setAt(next);
    clear();
  };

  if (failed) {
    return (
      <ViewerFrame kind="failed" label={label}>
        <ViewerFailed onRetry={onRetry} />
      </ViewerFrame>
    );
  }
  const tools = (
    <>
      {units.length > 1 && <UnitNavigation units={units} states={states} at={at} onPick={pick} />}
      <a className="btn" href={address} target="_blank" rel="noopener noreferrer">
        <ExternalLink />
        {t('player.newTab')}
      </a>
    </>
  );
  return (
    <ViewerFrame kind={exercise ? 'h5p' : 'package'} label={label} tools={tools}>
      <div className="frame-scroll">
        <iframe
          key={at}
          ref={frame}
          name={name}
          title={unit && units.length > 1 ? `${label}: ${unit.title}` : label}
          src={address}
          sandbox={ownOrigin ? `${PACKAGE_SANDBOX} allow-same-origin` : PACKAGE_SANDBOX}
          allow="fullscreen; autoplay; clipboard-write"
          referrerPolicy="no-referrer"
          style={exercise && height !== null ? { height } : undefined}
        />
      </div>
      <FrameProblems notices={about?.notices ?? []} troubles={troubles} refused={refused} />
    </ViewerFrame>
  );
}
