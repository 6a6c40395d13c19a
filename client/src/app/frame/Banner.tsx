import { today } from '@fundus/contract/days';
import { isBannerActive } from '@fundus/contract/setup/theme-rules';
import { Eye, Info, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { useShownTheme } from '../../theme/current-theme.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import './banner.css';

const KEY = 'bannerClosed';

/** Shows the administrator’s message until the user closes it for this session. Also shows a note while a draft of the theme is previewed. */
export function Banner() {
  const { t } = useT();
  const { theme, draft } = useShownTheme();
  const { banner } = theme;
  const [closed, setClosed] = useState(() => sessionStorage.getItem(KEY));
  const shown = banner !== null && isBannerActive(banner, today(new Date())) && closed !== banner.text;
  return (
    <>
      {draft && (
        <aside className="banner banner-draft" aria-label={t('banner.draft')}>
          <div className="wrap">
            <Eye />
            <p>{t('banner.draft.text')}</p>
            <Button className="banner-leave" onClick={() => location.assign(location.pathname)}>
              {t('banner.draft.leave')}
            </Button>
          </div>
        </aside>
      )}
      {shown && (
        <aside className={`banner banner-${banner.kind}`} aria-label={t(`banner.${banner.kind}`)}>
          <div className="wrap">
            {banner.kind === 'warning' ? <TriangleAlert /> : <Info />}
            <p>
              {banner.text} {banner.link && <a href={banner.link}>{t('banner.more')}</a>}
            </p>
            <IconButton
              label={t('banner.close')}
              icon={<X />}
              onClick={() => {
                sessionStorage.setItem(KEY, banner.text);
                setClosed(banner.text);
                document.getElementById('main')?.focus({ preventScroll: true });
              }}
            />
          </div>
        </aside>
      )}
    </>
  );
}
