import { Apple, Monitor, Smartphone, type LucideIcon } from 'lucide-react';
import { href } from '@fundus/contract/screens';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import './app-download.css';

const DEVICES = ['ios', 'android', 'desktop'] as const;
type Device = (typeof DEVICES)[number];

const ICONS: Record<Device, LucideIcon> = { ios: Apple, android: Smartphone, desktop: Monitor };
const STEPS = { ios: ['1', '2', '3'], android: ['1', '2', '3'], desktop: ['1', '2'] } as const;

/** Returns the most likely device of this browser. */
export function deviceOf(agent: string, touchPoints: number): Device {
  if (/iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1)) return 'ios';
  return /Android/.test(agent) ? 'android' : 'desktop';
}

/** Shows the downloads of the partner's app (Type 'hueber') and an alternative. The current device comes first. */
export function Screen(_: ScreenProps<'hueber-app-download'>) {
  const { t } = useT();
  const { AppLinks } = useSession().config;
  const here = deviceOf(navigator.userAgent, navigator.maxTouchPoints);
  const devices = [here, ...DEVICES.filter((device) => device !== here)];
  const offered = devices.filter((device) => AppLinks[device]);
  return (
    <div className="wrap app-download">
      <PageHeading title={t('app.download.title')}>
        {AppLinks.name ? t('app.download.named', { name: AppLinks.name }) : t('app.download.title')}
      </PageHeading>
      <p className="app-lead">{t(offered.length > 0 ? 'app.download.lead' : 'app.download.none')}</p>
      {offered.length > 0 && (
        <ul className="app-stores">
          {offered.map((device) => (
            <li key={device}>
              <Head device={device} own={device === here} level="h2" />
              <ButtonLink
                variant={device === here ? 'primary' : 'line'}
                href={AppLinks[device]}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`${t('app.download.get')}: ${t(`app.download.${device}`)}. ${t('app.download.store')}`}
              >
                {t('app.download.get')}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {here === 'desktop' && (
        <p className="quiet">{t('app.download.address', { address: `${location.host}${href('hueber-app-download')}` })}</p>
      )}
      <h2>{t('app.download.without')}</h2>
      <p>{t('app.download.without.text')}</p>
      <ul className="app-stores">
        {devices.map((device) => (
          <li key={device}>
            <Head device={device} own={device === here} level="h3" />
            <ol>
              {STEPS[device].map((step) => (
                <li key={step}>{t(`app.download.steps.${device}.${step}` as 'app.download.steps.ios.1')}</li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Head({ device, own, level: Level }: { device: Device; own: boolean; level: 'h2' | 'h3' }) {
  const { t } = useT();
  const Icon = ICONS[device];
  return (
    <Level className="app-device">
      <Icon /> {t(`app.download.${device}`)}
      {own && <span className="app-own">{t('app.download.yours')}</span>}
    </Level>
  );
}
