import { RichText } from '../../components/rich-text/RichText.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { LegalPage } from './LegalPage.tsx';

/** Shows the terms of use. */
export function Screen({ search, go }: ScreenProps<'terms'>) {
  return (
    <LegalPage page="terms" search={search} go={go}>
      {({ text, can }) => <RichText html={text.body} language={text.language} editable={can.edit} />}
    </LegalPage>
  );
}
