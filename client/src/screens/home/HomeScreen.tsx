import { PageHeading } from '../../components/PageHeading.tsx';
import type { ScreenProps } from '../../components/screen.ts';
import { useT } from '../../i18n/translate.ts';

export function Screen(_: ScreenProps<'homepage'>) {
  const { t } = useT();
  return (
    <div className="wrap">
      <PageHeading title={t('nav.home')} />
    </div>
  );
}
