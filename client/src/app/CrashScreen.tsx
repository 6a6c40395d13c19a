import { Component, type ReactNode } from 'react';
import { t } from '../i18n/translate.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { usePlace } from '../ui/router.tsx';
import './start-problem.css';

/** Whatever is inside may fail; another place is tried anew. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  return <Boundary at={usePlace().key}>{children}</Boundary>;
}

type Props = { at: string; children: ReactNode };
type State = { at: string; failed: boolean };

/** React tells the console of what failed. */
class Boundary extends Component<Props, State> {
  override state: State = { at: this.props.at, failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  static getDerivedStateFromProps = ({ at }: Props, before: State) => (at === before.at ? null : { at, failed: false });

  override render() {
    return this.state.failed ? <CrashScreen /> : this.props.children;
  }
}

/** A mistake of ours while drawing a page. A file that is gone after an update of the portal comes back by loading the page anew. */
function CrashScreen() {
  return (
    <main className="start-problem">
      <h1>{t('error.screen.crash.title')}</h1>
      <p>{t('error.screen.crash.text')}</p>
      <p className="start-links">
        <Button variant="primary" onClick={() => location.reload()}>
          {t('app.reload')}
        </Button>
        <ButtonLink variant="line" href="/">
          {t('error.screen.home')}
        </ButtonLink>
      </p>
    </main>
  );
}
