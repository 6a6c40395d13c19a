import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { ThemeSettings } from '@fundus/contract/setup/theme';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import type { CSSProperties } from 'react';
import { query } from '../../../api/query.ts';
import { MediaCard } from '../../../components/media/MediaCard.tsx';
import { SCOPE_CALLS, searchScope } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { themeProperties } from '../../../theme/apply-theme.ts';
import { Button } from '../../../ui/Button.tsx';
import { pictureHref } from './PictureField.tsx';
import './theme-screen.css';

/** Shows a preview in light and dark mode with a medium of this portal. The preview is not interactive. */
export function ThemePreview({ settings }: { settings: ThemeSettings }) {
  const { t } = useT();
  const scope = searchScope(useSession());
  const { data } = useQuery({
    ...query(SCOPE_CALLS[scope ?? 'catalogue'].search, { query: { limit: 1, sort: 'newest' } }),
    enabled: scope !== null,
  });
  const item = data?.items[0];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls separately, so the keyboard must reach it
    <section className="theme-preview" aria-labelledby="theme-preview" tabIndex={0}>
      <h2 id="theme-preview">{t('theme.preview')}</h2>
      <div className="theme-panels">
        {(['light', 'dark'] as const).map((mode) => (
          <figure key={mode}>
            <Panel settings={settings} mode={mode} item={item} />
            <figcaption className="small-print">{t(`profile.appearance.${mode}`)}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function Panel({ settings, mode, item }: { settings: ThemeSettings; mode: 'light' | 'dark'; item: MediaItem | undefined }) {
  const { t } = useT();
  const logo = pictureHref(settings, 'logo');
  const art = pictureHref(settings, 'illustration');
  const style = Object.fromEntries(
    Object.entries(themeProperties({ ...settings, logo: null, logo_footer: null, illustration: null })).map(([name, value]) => [
      name,
      // Without a value, the preview would inherit the theme of the page.
      value ?? 'oklch(0.948 0.014 75)',
    ]),
  );
  return (
    <div className="theme-scope theme-panel" data-mode={mode} inert style={style as CSSProperties}>
      {settings.banner?.text && <p className={`theme-panel-banner theme-panel-${settings.banner.kind}`}>{settings.banner.text}</p>}
      <div className="theme-panel-bar">
        {logo ? <img src={logo} alt="" /> : <strong>{settings.productName}</strong>}
        <a href="/">{t('theme.preview.link')}</a>
      </div>
      <div className="theme-panel-search">
        <p>
          {t('theme.preview.search')} <a href="/">{t('theme.preview.link')}</a>
        </p>
        <div className="theme-panel-field">
          <Search className="i-16" />
          {t('home.search.placeholder')}
        </div>
        {art && <img src={art} alt="" />}
      </div>
      <div className="theme-panel-body">
        <div className="theme-panel-buttons">
          <Button variant="primary">{t('theme.preview.button')}</Button>
          <Button variant="primary" className="is-hovered">
            {t('theme.preview.hover')}
          </Button>
          <Button variant="line">{t('theme.preview.other')}</Button>
        </div>
        {item && <MediaCard item={item} context="search" />}
      </div>
    </div>
  );
}
