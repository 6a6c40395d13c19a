import { BANNER_KINDS, LEGAL_LINKS, PICTURE_SLOTS, type Banner } from '@fundus/contract/setup/theme';
import type { MessageKey } from '@fundus/contract/messages';
import { useT } from '../../../i18n/translate.ts';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { ColourField } from './ColourField.tsx';
import { PictureField } from './PictureField.tsx';
import type { ThemeDraft } from './use-theme-draft.ts';
import './theme-screen.css';
import { loadLater } from '../../../ui/load-later.tsx';

/** Loaded on demand, because only the banner has dates. */
const DateField = loadLater(async () => (await import('../../../components/forms/DateField.tsx')).DateField);

const COLOURS = ['primaryColor', 'linkColor', 'searchBackgroundColor'] as const;
const NEW_BANNER: Banner = { text: '', kind: 'info', from: null, until: null, link: '' };

/** Returns the given error message if the field at the path is invalid, otherwise `null`. */
type Wrong = (path: string, text: MessageKey) => string | null;

/** Shows the fields of the theme, in the order in which they appear on a page. */
export function ThemeForm({ draft }: { draft: ThemeDraft }) {
  const { t } = useT();
  const { settings, change, invalid } = draft;
  if (!settings) return null;
  const { banner, legal } = settings;
  const wrong: Wrong = (path, text) => (invalid.has(path) ? t(text) : null);
  return (
    <div className="theme-form">
      <section>
        <h2>{t('theme.colours')}</h2>
        {COLOURS.map((name) => (
          <ColourField key={name} name={name} settings={settings} change={change} />
        ))}
      </section>

      <section>
        <h2>{t('theme.names')}</h2>
        <TextField
          label={t('theme.productName')}
          hint={t('theme.productName.hint')}
          maxLength={40}
          value={settings.productName}
          error={wrong('productName', 'theme.productName.missing')}
          onChange={(event) => change({ productName: event.target.value })}
        />
        <TextField
          label={t('theme.senderName')}
          hint={t('theme.senderName.hint')}
          maxLength={60}
          value={settings.senderName}
          onChange={(event) => change({ senderName: event.target.value })}
        />
        <TextField
          label={t('theme.logoName')}
          hint={t('theme.logoName.hint')}
          maxLength={160}
          value={settings.logoName}
          onChange={(event) => change({ logoName: event.target.value })}
        />
      </section>

      <section>
        <h2>{t('theme.pictures')}</h2>
        {PICTURE_SLOTS.map((slot) => (
          <PictureField key={slot} slot={slot} settings={settings} change={change} />
        ))}
      </section>

      <section>
        <h2>{t('theme.banner')}</h2>
        <Checkbox
          label={t('theme.banner.on')}
          hint={t('theme.banner.hint')}
          checked={banner !== null}
          onChange={(event) => change({ banner: event.target.checked ? NEW_BANNER : null })}
        />
        {banner && <BannerFields banner={banner} wrong={wrong} onChange={(about) => change({ banner: { ...banner, ...about } })} />}
      </section>

      <section>
        <h2>{t('theme.legal')}</h2>
        <p className="quiet small theme-lead">{t('theme.legal.hint')}</p>
        {LEGAL_LINKS.map((name) => (
          <TextField
            key={name}
            type="url"
            label={t(`footer.legal.${name}`)}
            placeholder="https://"
            value={legal[name]}
            error={wrong(`legal.${name}`, 'theme.address.invalid')}
            onChange={(event) => change({ legal: { ...legal, [name]: event.target.value.trim() } })}
          />
        ))}
      </section>
    </div>
  );
}

/** Fields for the text, kind, dates and link of the banner. */
function BannerFields({ banner, wrong, onChange }: { banner: Banner; wrong: Wrong; onChange: (about: Partial<Banner>) => void }) {
  const { t } = useT();
  return (
    <>
      <TextField
        label={t('theme.banner.text')}
        hint={t('theme.banner.text.hint', { count: 200 - banner.text.length })}
        maxLength={200}
        value={banner.text}
        error={wrong('banner.text', 'theme.banner.text.missing')}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <Segment
        label={t('theme.banner.kind')}
        value={banner.kind}
        options={BANNER_KINDS.map((value) => ({ value, label: t(`banner.${value}`) }))}
        onChange={(kind) => onChange({ kind })}
      />
      <div className="theme-pair">
        <DateField
          label={t('theme.banner.from')}
          value={banner.from ?? ''}
          onChange={(event) => onChange({ from: event.target.value || null })}
        />
        <DateField
          label={t('theme.banner.until')}
          min={banner.from ?? undefined}
          value={banner.until ?? ''}
          error={banner.from && banner.until && banner.until < banner.from ? t('theme.banner.until.early') : null}
          onChange={(event) => onChange({ until: event.target.value || null })}
        />
      </div>
      <TextField
        type="url"
        label={t('theme.banner.link')}
        placeholder="https://"
        value={banner.link}
        error={wrong('banner.link', 'theme.address.invalid')}
        onChange={(event) => onChange({ link: event.target.value.trim() })}
      />
    </>
  );
}
