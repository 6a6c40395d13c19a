import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { loadLater } from '../../../ui/load-later.tsx';
import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import '../setup.css';

/** Loaded on demand, because its validation schema is as large as a screen. */
const ThemeEditor = loadLater(
  async () => (await import('./ThemeEditor.tsx')).ThemeEditor,
  () => (
    <ShowDelayed>
      <Bar width="100%" height="24rem" />
    </ShowDelayed>
  ),
);

/** Lets administrators edit the theme and the name of the portal. */
export function Screen(_: ScreenProps<'theme'>) {
  const { t } = useT();
  return (
    <div className="wrap setup-screen">
      <PageHeading title={t('theme.title')} />
      <p className="setup-lead">{t('theme.lead')}</p>
      <ThemeEditor />
    </div>
  );
}
